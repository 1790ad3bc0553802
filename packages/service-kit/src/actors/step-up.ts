import type { Actor } from '@trust/contracts/actor';
import { Problem } from '../problems/problem.ts';

/** Maximum age of the sign-in (docs/domain/roles-and-step-up.md 12). */
export const stepUpSeconds = 300;

const challenge = (parameters: string) => ({
  headers: { 'WWW-Authenticate': `Bearer error="insufficient_user_authentication", ${parameters}` },
});

/** How long the step-up that opened the review of a case counts for it (docs/domain/roles-and-step-up.md 15). */
export const heldSeconds = 30 * 60;

/** Whether the session has stepped up within five minutes, and in the way that its person needs. */
export function hasFreshSignIn({ authenticatedAt, needsPasskey }: Actor, now: Date): boolean {
  return !needsPasskey && now.getTime() / 1000 - authenticatedAt < stepUpSeconds;
}

/** Throws 401 `step-up-required` (RFC 9470) after an older sign-in, or `passkey-required`. */
export function requireFreshSignIn(actor: Actor, now: Date): void {
  if (hasFreshSignIn(actor, now)) return;
  if (actor.needsPasskey) throw passkeyRequired();
  throw new Problem('step-up-required', undefined, challenge(`max_age=${stepUpSeconds}`));
}

/** `phr`: phishing-resistant (OpenID Connect EAP ACR values). */
export function passkeyRequired(): Problem {
  return new Problem('passkey-required', undefined, challenge(`acr_values="phr", max_age=${stepUpSeconds}`));
}
