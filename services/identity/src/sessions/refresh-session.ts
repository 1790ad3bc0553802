import { sessionRevoked } from '@trust/contracts/events/identity';
import { emit } from '@trust/service-kit/outbox';
import { Problem } from '@trust/service-kit/problem';
import { type App, audit, route, type Trx } from '../app.ts';
import { findSealer } from '../subject-keys/queries.ts';
import { hashToken, issueTokens } from './open-session.ts';
import { findSessionOfRefreshToken, lockSession, markRotated, readRefreshToken, revokeSession } from './queries.ts';
import { TokenRefresh, Tokens } from './schema.ts';

export const refreshSession = route(
  {
    method: 'post',
    path: '/auth/refresh',
    summary: 'Exchange a refresh token for new tokens',
    description:
      'A refresh token works once. Using it again ends the session, since one of the two users of it is a thief.',
    access: 'public',
    body: TokenRefresh,
    responds: { status: 200, body: Tokens },
    problems: ['unauthenticated', 'rate-limited'],
  },
  async (input, app) => {
    const tokenHash = hashToken(input.body.refreshToken);
    const found = await findSessionOfRefreshToken(app.db, tokenHash);
    if (!found) throw new Problem('unauthenticated');
    await app.limits.take('refresh', found.session_id);

    // Revocation has to commit although the answer is a refusal, so the transaction returns instead of throwing.
    const tokens = await app.db.transact(async (trx) => {
      const session = await lockSession(trx, found.session_id);
      const actor = {
        userId: session.person_id,
        sessionId: session.id,
        authenticatedAt: 0,
        permissions: [],
        assignments: [],
      };
      const rotated = await rotate(trx, app, session, tokenHash);
      const action = rotated === 'reuse' ? 'refresh_reuse' : 'refreshSession';
      if (rotated) await audit(trx, { ...input, actor }, { action, objectType: 'session', objectId: session.id });
      return rotated;
    });
    if (!tokens || tokens === 'reuse') throw new Problem('unauthenticated');
    return tokens;
  },
);

async function rotate(trx: Trx, app: App, session: Awaited<ReturnType<typeof lockSession>>, tokenHash: Buffer) {
  const now = app.now();
  if (session.state !== 'active' || session.ends_at <= now) return undefined;
  const token = await readRefreshToken(trx, tokenHash);
  if (token.rotated_at) {
    await revokeSession(trx, session.id, 'refresh_reuse');
    await emit(trx, sessionRevoked, { sessionId: session.id });
    return 'reuse' as const;
  }
  if (token.expires_at <= now) return undefined;
  const sealer = await findSealer(trx, app.vault, session.person_id);
  if (!sealer) return undefined;
  await markRotated(trx, tokenHash, now);
  const label = sealer.open('session label', session.sealed_label);
  return issueTokens(trx, app, { ...session, label }, token.generation + 1);
}
