import type { Actor } from '@trust/contracts/actor';
import { Problem } from '../problems/problem.ts';

/** Maximum age of the sign-in (docs/domain/roles-and-step-up.md 12). */
export const stepUpSeconds = 300;

const challenge = (parameters: string) => ({
  headers: { 'WWW-Authenticate': `Bearer error="insufficient_user_authentication", ${parameters}` },
});

/** Throws 401 `step-up-required` (RFC 9470) after an older sign-in, or `passkey-required`. */
export function requireFreshSignIn({ authenticatedAt, needsPasskey }: Actor, now: Date): void {
  if (needsPasskey) throw passkeyRequired();
  if (now.getTime() / 1000 - authenticatedAt < stepUpSeconds) return;
  throw new Problem('step-up-required', undefined, challenge(`max_age=${stepUpSeconds}`));
}

/** `phr`: phishing-resistant (OpenID Connect EAP ACR values). */
export function passkeyRequired(): Problem {
  return new Problem('passkey-required', undefined, challenge(`acr_values="phr", max_age=${stepUpSeconds}`));
}
