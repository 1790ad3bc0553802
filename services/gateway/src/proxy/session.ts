import { hash } from 'node:crypto';
import { actorChanged, sessionRevoked } from '@trust/contracts/events/identity';
import { Problem, unavailable } from '@trust/service-kit/http/problem';
import type { Upstream } from './upstream.ts';

type Resolved = {
  assertion: string;
  sessionId: string;
  userId: string;
  /** False where identity has to be asked at each request, because the chosen workspace decides (ADR 0032). */
  mayCache: boolean;
};

export type Sessions = {
  /**
   * The actor assertion for an `Authorization` header; 401 for none or a bad one, 503 while identity is away (never allow).
   * `fresh`: whatever the cache says.
   */
  assertionFor(authorization: string | undefined, options?: { fresh: boolean }): Promise<string>;
  /** Forgets one session, after a request that may have changed what identity says of it. */
  drop(authorization: string | undefined): void;
  /** Forgets what an identity event is about, so that a revocation bites at once and not within the cache's second. */
  forget(type: string, payload: { sessionId?: string; userId?: string }): void;
};

const cacheMilliseconds = 1000;
const mostCached = 50_000;

/** Resolves bearer sessions with identity: SHA-256 of the token → a cache of at most one second → identity (architecture §3). */
export function openSessions({ identity, now }: { identity: Pick<Upstream, 'get'>; now: () => number }): Sessions {
  const cache = new Map<string, { resolved: Resolved; until: number }>();
  let forgotten = 0;

  async function ask(tokenHash: string): Promise<Resolved | undefined> {
    const answer = await identity.get(`/internal/sessions/${tokenHash}`).catch(() => undefined);
    if (answer?.status === 404) return undefined;
    if (answer?.status !== 200 || !answer.body)
      throw unavailable({
        en: 'Sessions cannot be checked at the moment. Retry in one second.',
        fr: 'Les sessions ne peuvent pas être vérifiées pour le moment. Réessayez dans une seconde.',
      });
    return answer.body as Resolved;
  }

  return {
    async assertionFor(authorization, { fresh } = { fresh: false }) {
      const tokenHash = hashOfToken(authorization);
      if (!tokenHash) throw unauthenticated();
      const cached = fresh ? undefined : cache.get(tokenHash);
      if (cached && cached.until > now()) return cached.resolved.assertion;

      const [askedAt, forgottenBefore] = [now(), forgotten];
      const resolved = await ask(tokenHash);
      if (!resolved) {
        cache.delete(tokenHash);
        throw unauthenticated();
      }
      if (cache.size >= mostCached) cache.clear();
      // What was forgotten meanwhile may be what identity has answered.
      if (!resolved.mayCache) cache.delete(tokenHash);
      else if (forgotten === forgottenBefore) cache.set(tokenHash, { resolved, until: askedAt + cacheMilliseconds });
      return resolved.assertion;
    },
    drop(authorization) {
      forgotten += 1;
      cache.delete(hashOfToken(authorization) ?? '');
    },
    forget(type, { sessionId, userId }) {
      if (type !== sessionRevoked.type && type !== actorChanged.type) return;
      forgotten += 1;
      for (const [tokenHash, { resolved }] of cache) {
        if (resolved.sessionId === sessionId || resolved.userId === userId) cache.delete(tokenHash);
      }
    },
  };
}

function hashOfToken(authorization: string | undefined): string | undefined {
  const token = /^Bearer ([\w~.+/-]{16,512}=*)$/i.exec(authorization ?? '')?.[1];
  return token && hash('sha256', token);
}

function unauthenticated(): Problem {
  return new Problem('unauthenticated', undefined, { headers: { 'WWW-Authenticate': 'Bearer' } });
}
