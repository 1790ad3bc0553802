import { hash } from 'node:crypto';
import { actorChanged, sessionRevoked } from '@trust/contracts/events/identity';
import { type Outage, Problem, unavailable } from '@trust/service-kit/problems/problem';
import type { Upstream } from '../upstreams/upstream.ts';

type Resolved = {
  assertion: string;
  sessionId: string;
  userId: string;
  /** False if a chosen workspace applies: each request calls identity (docs/domain/sign-in-and-sessions.md 44). */
  mayCache: boolean;
};

export type Sessions = {
  /** Throws 401 without a session, 503 if identity does not respond. `fresh` skips the cache. */
  assertionFor(authorization: string | undefined, options?: { fresh: boolean }): Promise<string>;
  drop(authorization: string | undefined): void;
  invalidate(type: string, payload: { sessionId?: string; userId?: string }): void;
};

const cacheMilliseconds = 1000;
const maxCached = 50_000;

const notChecked = {
  en: 'Sessions cannot be checked at the moment. Retry in one second.',
  fr: 'Les sessions ne peuvent pas être vérifiées pour le moment. Réessayez dans une seconde.',
};

function outageOf(error: unknown): Outage {
  const known = error instanceof Problem ? error.extras.outage : undefined;
  return known ?? { upstream: 'identity', reason: 'no answer', err: error };
}

/** Looks tokens up at identity by their SHA-256, cached for a second (docs/architecture.md 14). */
export function openSessions({ identity, now }: { identity: Pick<Upstream, 'get'>; now: () => number }): Sessions {
  const cache = new Map<string, { resolved: Resolved; expiresAt: number }>();
  let invalidations = 0;

  async function lookUp(tokenHash: string): Promise<Resolved | undefined> {
    const response = await identity.get(`/internal/sessions/${tokenHash}`).catch((error: unknown) => {
      throw unavailable(outageOf(error), notChecked);
    });
    if (response.status === 404) return undefined;
    if (response.status !== 200 || !response.body)
      throw unavailable({ upstream: 'identity', reason: `status ${response.status}` }, notChecked);
    return response.body as Resolved;
  }

  return {
    async assertionFor(authorization, { fresh } = { fresh: false }) {
      const tokenHash = hashOfToken(authorization);
      if (!tokenHash) throw unauthenticated('Bearer');
      const cached = fresh ? undefined : cache.get(tokenHash);
      if (cached && cached.expiresAt > now()) return cached.resolved.assertion;

      const [requestedAt, invalidationsBefore] = [now(), invalidations];
      const resolved = await lookUp(tokenHash);
      if (!resolved) {
        cache.delete(tokenHash);
        throw unauthenticated('Bearer error="invalid_token"');
      }
      if (cache.size >= maxCached) cache.clear();
      if (!resolved.mayCache) cache.delete(tokenHash);
      // An invalidation during the lookup can make its result stale.
      else if (invalidations === invalidationsBefore)
        cache.set(tokenHash, { resolved, expiresAt: requestedAt + cacheMilliseconds });
      return resolved.assertion;
    },
    drop(authorization) {
      invalidations += 1;
      cache.delete(hashOfToken(authorization) ?? '');
    },
    invalidate(type, { sessionId, userId }) {
      if (type !== sessionRevoked.type && type !== actorChanged.type) return;
      invalidations += 1;
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

/** RFC 6750, section 3.1: an error only for a token that was sent. */
function unauthenticated(challenge: 'Bearer' | 'Bearer error="invalid_token"'): Problem {
  return new Problem('unauthenticated', undefined, { headers: { 'WWW-Authenticate': challenge } });
}
