import { createHash } from 'node:crypto';
import { internalSecretHeader } from '@trust/contracts/actor';
import { actorChanged, sessionRevoked } from '@trust/contracts/events/identity';
import { Problem, unavailable } from '@trust/service-kit/problem';
import { Pool } from 'undici';

type Resolved = { assertion: string; sessionId: string; userId: string };

export type Sessions = {
  /** The actor assertion for an `Authorization` header; 401 for none or a bad one, 503 while identity is away (never allow). */
  assertionFor(authorization: string | undefined): Promise<string>;
  /** Forgets what an identity event is about, so that a revocation bites at once and not within the cache's second. */
  forget(subject: string, payload: { sessionId?: string; userId?: string }): void;
};

const cacheMilliseconds = 1000;
const mostCached = 50_000;

/** Resolves bearer sessions with identity: SHA-256 of the token → a cache of at most one second → identity (architecture §3). */
export function openSessions({
  identityUrl,
  secret,
  now,
}: {
  identityUrl: string;
  secret: string;
  now: () => number;
}): Sessions {
  const identity = new Pool(identityUrl, {
    connections: 16,
    headersTimeout: 3000,
    bodyTimeout: 3000,
    connect: { timeout: 1000 },
  });
  const cache = new Map<string, { resolved: Resolved; until: number }>();

  async function ask(tokenHash: string): Promise<Resolved | undefined> {
    const answer = await identity
      .request({ path: `/internal/sessions/${tokenHash}`, method: 'GET', headers: { [internalSecretHeader]: secret } })
      .catch(() => undefined);
    const body = (await answer?.body.json().catch(() => undefined)) as Resolved | undefined;
    if (answer?.statusCode === 404) return undefined;
    if (answer?.statusCode !== 200 || !body)
      throw unavailable({
        en: 'Sessions cannot be checked at the moment. Try again in a second.',
        fr: 'Les sessions ne peuvent être vérifiées pour le moment. Réessayez dans une seconde.',
      });
    return body;
  }

  return {
    async assertionFor(authorization) {
      const token = /^Bearer ([\w~.+/-]{16,512}=*)$/i.exec(authorization ?? '')?.[1];
      if (!token) throw unauthenticated();
      const tokenHash = createHash('sha256').update(token).digest('hex');
      const cached = cache.get(tokenHash);
      if (cached && cached.until > now()) return cached.resolved.assertion;

      const resolved = await ask(tokenHash);
      if (!resolved) {
        cache.delete(tokenHash);
        throw unauthenticated();
      }
      if (cache.size >= mostCached) cache.clear();
      cache.set(tokenHash, { resolved, until: now() + cacheMilliseconds });
      return resolved.assertion;
    },
    forget(subject, { sessionId, userId }) {
      if (subject !== sessionRevoked.subject && subject !== actorChanged.subject) return;
      for (const [hash, { resolved }] of cache) {
        if (resolved.sessionId === sessionId || resolved.userId === userId) cache.delete(hash);
      }
    },
  };
}

function unauthenticated(): Problem {
  return new Problem('unauthenticated', undefined, { headers: { 'WWW-Authenticate': 'Bearer' } });
}
