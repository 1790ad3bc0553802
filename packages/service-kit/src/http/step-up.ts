import type { Actor } from '@trust/contracts/actor';
import { Problem } from './problem.ts';

/** How old the sign-in may be, in seconds (contract §2). */
export const stepUpSeconds = 300;

/** Throws 401 `step-up-required`, as RFC 9470 words it, unless the actor signed in less than five minutes ago. */
export function requireFreshSignIn({ authenticatedAt }: Actor, now: Date): void {
  if (now.getTime() / 1000 - authenticatedAt < stepUpSeconds) return;
  throw new Problem('step-up-required', undefined, {
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_user_authentication", max_age=${stepUpSeconds}` },
  });
}
