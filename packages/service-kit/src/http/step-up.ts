import type { Actor } from '@trust/contracts/actor';
import { Problem } from './problem.ts';

/** Maximum age of the sign-in (contract §2). */
export const stepUpSeconds = 300;

/** Throws 401 `step-up-required` (RFC 9470) after an older sign-in. */
export function requireFreshSignIn({ authenticatedAt }: Actor, now: Date): void {
  if (now.getTime() / 1000 - authenticatedAt < stepUpSeconds) return;
  throw new Problem('step-up-required', undefined, {
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_user_authentication", max_age=${stepUpSeconds}` },
  });
}
