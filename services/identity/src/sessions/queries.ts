import type { Insertable } from 'kysely';
import type { Db, Trx } from '../app.ts';
import type { AccessToken, RefreshToken, Session } from '../db/schema.ts';

export async function insertSession(trx: Trx, session: Insertable<Session>): Promise<void> {
  await trx.insertInto('session').values(session).execute();
}

export async function insertAccessToken(trx: Trx, token: Insertable<AccessToken>): Promise<void> {
  await trx.insertInto('access_token').values(token).execute();
}

export async function insertRefreshToken(trx: Trx, token: Insertable<RefreshToken>): Promise<void> {
  await trx.insertInto('refresh_token').values(token).execute();
}

export function findSessionOfRefreshToken(db: Db, tokenHash: Buffer) {
  return db.selectFrom('refresh_token').select('session_id').where('token_hash', '=', tokenHash).executeTakeFirst();
}

/** The whole family is locked by its session row, so two uses of one token cannot both win (promise A3). */
export function lockSession(trx: Trx, sessionId: string) {
  return trx.selectFrom('session').selectAll().where('id', '=', sessionId).forUpdate().executeTakeFirstOrThrow();
}

export function readRefreshToken(trx: Trx, tokenHash: Buffer) {
  return trx.selectFrom('refresh_token').selectAll().where('token_hash', '=', tokenHash).executeTakeFirstOrThrow();
}

export async function markRotated(trx: Trx, tokenHash: Buffer, now: Date): Promise<void> {
  await trx.updateTable('refresh_token').set({ rotated_at: now }).where('token_hash', '=', tokenHash).execute();
}

export async function revokeSession(
  trx: Trx,
  sessionId: string,
  because: 'logout' | 'refresh_reuse',
): Promise<boolean> {
  const result = await trx
    .updateTable('session')
    .set({ state: 'revoked', revoked_because: because })
    .where('id', '=', sessionId)
    .where('state', '=', 'active')
    .executeTakeFirst();
  await trx.deleteFrom('access_token').where('session_id', '=', sessionId).execute();
  return result.numUpdatedRows === 1n;
}
