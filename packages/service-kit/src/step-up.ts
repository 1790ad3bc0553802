import type { Actor } from '@trust/contracts/actor';
import { steppedUpPermissions } from '@trust/contracts/permissions';
import { Problem } from './problem.ts';
import type { Declaration } from './route.ts';

/** How old the sign-in may be, in seconds (contract §2). */
export const stepUpSeconds = 300;

/** Whether a route needs a recent sign-in: where it says so, and for every write under a permission of `steppedUpPermissions`. */
export function needsStepUp({ method, access, stepUp }: Declaration): boolean {
  return stepUp === true || (method !== 'get' && steppedUpPermissions.has(access));
}

/** Throws 401 `step-up-required`, as RFC 9470 words it, unless the actor signed in less than five minutes ago. */
export function requireFreshSignIn({ authenticatedAt }: Actor, now: Date): void {
  if (now.getTime() / 1000 - authenticatedAt < stepUpSeconds) return;
  throw new Problem('step-up-required', undefined, {
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_user_authentication", max_age=${stepUpSeconds}` },
  });
}
