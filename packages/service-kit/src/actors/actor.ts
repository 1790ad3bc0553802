import { Actor, actorAssertionAudience, actorAssertionIssuer } from '@trust/contracts/actor';
import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { Problem, unavailable } from '../problems/problem.ts';

export type ActorVerifier = (assertion: string) => Promise<Actor>;

/** Caches assertions until they expire: a signature check costs 110 µs (promise A7). */
export function actorVerifier(keys: JWTVerifyGetKey, now: () => Date): ActorVerifier {
  const verified = new Map<string, { actor: Actor; expiresAt: number }>();
  return async (assertion) => {
    const seconds = now().getTime() / 1000;
    const known = verified.get(assertion);
    if (known && known.expiresAt > seconds) return known.actor;
    if (verified.size > 10_000) verified.clear();

    const { payload } = await jwtVerify(assertion, keys, {
      algorithms: ['EdDSA'],
      issuer: actorAssertionIssuer,
      audience: actorAssertionAudience,
      requiredClaims: ['exp'],
      currentDate: now(),
    }).catch((error: unknown) => {
      throw isAboutToken(error)
        ? new Problem('unauthenticated')
        : unavailable({ upstream: 'identity', reason: 'no public keys', err: error });
    });
    const actor = Actor.parse(payload);
    verified.set(assertion, { actor, expiresAt: payload.exp ?? 0 });
    return actor;
  };
}

/** Asks again at once for a key that it does not know: an assertion of a rotated key must not wait (ADR 0124). */
export function identityKeys(identityUrl: string) {
  return createRemoteJWKSet(new URL('/internal/jwks.json', identityUrl), {
    timeoutDuration: 2000,
    cooldownDuration: 1000,
  });
}

/** Reads the keys now, and each minute, so that a request waits for them only while identity is away. */
export async function keepReading(keys: ReturnType<typeof identityKeys>, everyMs = 60_000): Promise<Disposable> {
  // A request asks again.
  const read = () => keys.reload().catch(() => {});
  await read();
  const timer = setInterval(read, everyMs).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

function isAboutToken(error: unknown): boolean {
  const code = error instanceof errors.JOSEError ? error.code : '';
  return /^ERR_(JW[TS]_|JOSE_(ALG_NOT_ALLOWED|NOT_SUPPORTED)$|JWKS_NO_MATCHING_KEY$)/.test(code);
}
