import type { Actor } from '@trust/contracts/actor';
import { Problem } from '@trust/service-kit/problem';

const mostSeconds = 300;

/** A privileged write needs a proof of identity younger than five minutes; says so as RFC 9470 has it (contract §2). */
export function requireFreshSignIn({ authenticatedAt }: Actor, now: Date): void {
  if (now.getTime() / 1000 - authenticatedAt < mostSeconds) return;
  throw new Problem('step-up-required', undefined, {
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_user_authentication", max_age=${mostSeconds}` },
  });
}
