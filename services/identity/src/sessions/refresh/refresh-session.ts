import { reply } from '@trust/service-kit/http/reply';
import { Problem } from '@trust/service-kit/problems/problem';
import type { RequestInfo } from '@trust/service-kit/request-info';
import { type App, audit, route, type Trx } from '../../app.ts';
import { findSealer } from '../../people/subject-keys.ts';
import { endSession } from '../end-session.ts';
import { hashToken } from '../hash-token.ts';
import { issueTokens } from '../opening/open-session.ts';
import {
  deleteReplies,
  findRefreshToken,
  findSessionOfRefreshToken,
  lockSession,
  markRotated,
  markUsed,
  type SessionRow,
} from '../queries.ts';
import { SignedIn, TokenRefresh, type Tokens } from '../schema.ts';
import { clearSessionCookie, cookieReply, readSessionCookie } from '../session-cookie.ts';
import { isReplayable, type PresentedToken, replayReply, storeReply } from './refresh-reply.ts';

export const refreshSession = route(
  {
    method: 'post',
    path: '/auth/refresh',
    summary: 'Refresh the session',
    description:
      'Exchanges the refresh token for new tokens. A refresh token works once; using it again revokes the session, because it may be stolen. If the response was lost, repeat the request within 60 s with the same `Idempotency-Key` to get the same tokens. With a session cookie, send neither token nor key.',
    access: 'public',
    ownLimits: ['refresh'],
    body: TokenRefresh,
    idempotency: 'own',
    responds: { status: 200, body: SignedIn },
    problems: ['unauthenticated'],
  },
  async (input, app) => {
    const presented = readPresentedToken(input);
    const found = presented && (await findSessionOfRefreshToken(app.db, presented.tokenHash));
    if (!found) throw refusal(presented);
    const isReplay = found.rotated_at !== null && (await isReplayable(app.db, presented, app.now()));
    if (!isReplay) await app.limits.take('refresh', found.session_id);

    // Returns instead of throwing: a revocation must commit although the response is 401.
    const outcome = await app.db.transact(async (trx) => {
      const session = await lockSession(trx, found.session_id);
      if (!session) return undefined;
      const outcome = await rotate(trx, app, session, presented);
      const actor = { userId: session.person_id, sessionId: session.id };
      const about = { objectType: 'session', objectId: session.id };
      if (outcome?.is === 'rotated') await audit(trx, { ...input, actor }, about);
      if (outcome?.is === 'reuse')
        await audit(
          trx,
          { ...input, actor },
          { ...about, outcome: 'refused', after: { revokedBecause: 'refresh_reuse' } },
        );
      return outcome;
    });
    if (!outcome || outcome.is === 'reuse') throw refusal(presented);
    const headers: Record<string, string> = outcome.is === 'replayed' ? { 'Idempotency-Replayed': 'true' } : {};
    return presented.isCookie
      ? cookieReply(outcome.tokens, app.now(), { headers })
      : reply(outcome.tokens, { headers });
  },
);

type Outcome = { is: 'rotated' | 'replayed'; tokens: Tokens } | { is: 'reuse' };
type RequestToken = PresentedToken & { isCookie: boolean };

/** Tabs share the cookie and may refresh it at once, so its replay key is constant (ADR 0008). */
function readPresentedToken({ body, request }: { body: TokenRefresh; request: RequestInfo }): RequestToken | undefined {
  const isCookie = body.refreshToken === undefined;
  const token = body.refreshToken ?? readSessionCookie(request)?.refreshToken;
  if (token === undefined) return undefined;
  const key = isCookie ? 'cookie' : request.header('idempotency-key');
  return { token, tokenHash: hashToken(token), key, isCookie };
}

async function rotate(
  trx: Trx,
  app: App,
  session: SessionRow,
  presented: PresentedToken,
): Promise<Outcome | undefined> {
  const now = app.now();
  const token = await findRefreshToken(trx, presented.tokenHash);
  if (!token || session.state !== 'active' || session.ends_at <= now) return undefined;
  const keyed = presented.key === undefined ? undefined : { ...presented, key: presented.key };
  if (token.rotated_at) {
    const tokens = keyed && (await replayReply(trx, keyed, now));
    if (tokens) return { is: 'replayed', tokens };
    await endSession(trx, session.id, 'refresh_reuse', now);
    return { is: 'reuse' };
  }
  if (token.expires_at <= now) return undefined;
  const sealer = await findSealer(trx, app.vault, session.person_id);
  if (!sealer) return undefined;
  await deleteReplies(trx, session.id);
  await markRotated(trx, presented.tokenHash, now);
  await markUsed(trx, [session.id], now);
  const label = sealer.open('session label', session.sealed_label);
  const tokens = await issueTokens(trx, app, { ...session, label }, token.generation + 1);
  if (keyed) await storeReply(trx, keyed, tokens, now);
  return { is: 'rotated', tokens };
}

function refusal(presented: RequestToken | undefined): Problem {
  return new Problem('unauthenticated', undefined, presented?.isCookie ? { headers: clearSessionCookie } : {});
}
