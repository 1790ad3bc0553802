import type { Actor } from '@trust/contracts/actor';
import { stepUpPermissions } from '@trust/contracts/permissions';
import { Problem } from './problem.ts';
import type { Declaration } from './route.ts';

/** How old the sign-in may be, in seconds (contract §2). */
export const stepUpSeconds = 300;

/**
 * Who needs a recent sign-in on a route: everybody, where it says so and for every write under a permission of
 * `stepUpPermissions`; or operators, where such a permission lets them do what representatives may do as well.
 */
export function stepUpOf({ method, access, stepUp, operators }: Declaration): 'everybody' | 'operators' | undefined {
  const isPrivileged = (permission: string) => method !== 'get' && stepUpPermissions.has(permission);
  if (stepUp === true || isPrivileged(access)) return 'everybody';
  return stepUp === 'operators' || (operators && isPrivileged(operators)) ? 'operators' : undefined;
}

/** Throws 401 `step-up-required`, as RFC 9470 words it, unless the actor signed in less than five minutes ago. */
export function requireFreshSignIn({ authenticatedAt }: Actor, now: Date): void {
  if (now.getTime() / 1000 - authenticatedAt < stepUpSeconds) return;
  throw new Problem('step-up-required', undefined, {
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_user_authentication", max_age=${stepUpSeconds}` },
  });
}
