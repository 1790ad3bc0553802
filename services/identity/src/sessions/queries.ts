import { isOlder, type PageWindow, type TimeAndId } from '@trust/service-kit/database/page-window';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../app.ts';
import type { AccessToken, RefreshReply, RefreshToken, Session, SignInReply } from '../db/schema.ts';
import type { Device } from './device.ts';

export type SessionRow = Selectable<Session>;

export async function insertSession(trx: Trx, session: Insertable<Session>): Promise<void> {
  await trx.insertInto('session').values(session).execute();
}

export async function insertAccessToken(trx: Trx, token: Insertable<AccessToken>): Promise<void> {
  await trx.insertInto('access_token').values(token).execute();
}

export async function insertRefreshToken(trx: Trx, token: Insertable<RefreshToken>): Promise<void> {
  await trx.insertInto('refresh_token').values(token).execute();
}

export function findSessionOfRefreshToken(db: Db | Trx, tokenHash: Buffer) {
  return db
    .selectFrom('refresh_token')
    .select(['session_id', 'rotated_at'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
}

/** A session that a passkey has authenticated is renewed by a passkey only: a code would weaken it (ADR 0081). */
export async function renewAuthentication(
  trx: Trx,
  { sessionId, passkeyId, now }: { sessionId: string; passkeyId: string | null; now: Date },
): Promise<boolean> {
  const result = await trx
    .updateTable('session')
    .set({ authenticated_at: now, ...(passkeyId && { authenticated_by: 'passkey', passkey_id: passkeyId }) })
    .where('id', '=', sessionId)
    .where('state', '=', 'active')
    .where('ends_at', '>', now)
    .where((row) => (passkeyId ? row.lit(true) : row('authenticated_by', '=', 'one_time_code')))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Locks all tokens, so that two uses of one refresh token cannot both succeed (promise A3). */
export function lockSession(trx: Trx, sessionId: string) {
  return trx.selectFrom('session').selectAll().where('id', '=', sessionId).forUpdate().executeTakeFirst();
}

export function findRefreshToken(trx: Trx, tokenHash: Buffer) {
  return trx.selectFrom('refresh_token').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
}

export async function markRotated(trx: Trx, tokenHash: Buffer, now: Date): Promise<void> {
  await trx.updateTable('refresh_token').set({ rotated_at: now }).where('token_hash', '=', tokenHash).execute();
}

export async function insertReply(trx: Trx, reply: Insertable<RefreshReply>): Promise<void> {
  await trx.insertInto('refresh_reply').values(reply).execute();
}

export function findReply(trx: Db | Trx, tokenHash: Buffer) {
  return trx.selectFrom('refresh_reply').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
}

export async function insertSignInReply(trx: Trx, reply: Insertable<SignInReply>): Promise<void> {
  await trx.insertInto('sign_in_reply').values(reply).execute();
}

export function findSignInReply(db: Db, challengeId: string, now: Date) {
  return db
    .selectFrom('sign_in_reply')
    .select(['request_hash', 'answer'])
    .where('challenge_id', '=', challengeId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

export async function deleteSignInReply(db: Db, challengeId: string): Promise<void> {
  await db.deleteFrom('sign_in_reply').where('challenge_id', '=', challengeId).execute();
}

/** A reply is not replayed once one of the session's tokens is used (promise A8). */
export async function deleteReplies(trx: Trx, sessionId: string): Promise<void> {
  await trx.deleteFrom('sign_in_reply').where('session_id', '=', sessionId).execute();
  await sql`delete from refresh_reply r using refresh_token t
    where t.token_hash = r.token_hash and t.session_id = ${sessionId}`.execute(trx);
}

export async function revokeSession(trx: Trx, sessionId: string, because: string, now: Date): Promise<boolean> {
  const result = await trx
    .updateTable('session')
    .set({ state: 'revoked', revoked_because: because, revoked_at: now })
    .where('id', '=', sessionId)
    .where('state', '=', 'active')
    .executeTakeFirst();
  await trx.deleteFrom('access_token').where('session_id', '=', sessionId).execute();
  await deleteReplies(trx, sessionId);
  return result.numUpdatedRows === 1n;
}

export async function revokeSessionsByPerson(
  trx: Trx,
  { personId, kind }: { personId: string; kind?: 'member' },
  because: string,
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from session where person_id = ${personId} and state = 'active' and kind = coalesce(${kind ?? null}, kind)
    order by id for update`.execute(trx);
  for (const { id } of rows) await revokeSession(trx, id, because, now);
  return rows.map(({ id }) => id);
}

export function findActiveSessions(
  db: Db,
  { personId, now }: { personId: string; now: Date },
  { after, limit }: PageWindow<TimeAndId>,
) {
  return db
    .selectFrom('session')
    .innerJoin('refresh_token', 'refresh_token.session_id', 'session.id')
    .select([
      'session.id',
      'sealed_label',
      'created_at',
      'last_used_at',
      'authenticated_by',
      'device_kind',
      'device_browser',
      'device_system',
    ])
    .where('person_id', '=', personId)
    .where('state', '=', 'active')
    .where('ends_at', '>', now)
    .where('rotated_at', 'is', null)
    .where('expires_at', '>', now)
    .where(isOlder('created_at', 'session.id', after))
    .orderBy('created_at', 'desc')
    .orderBy('session.id', 'desc')
    .limit(limit)
    .execute();
}

export async function ownsSession(trx: Trx, sessionId: string, personId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('session')
    .select('id')
    .where('id', '=', sessionId)
    .where('person_id', '=', personId)
    .where('state', '=', 'active')
    .executeTakeFirst();
  return row !== undefined;
}

export async function countSessions(trx: Trx, personId: string, device: Device) {
  const { rows } = await sql<{ total: number; onDevice: number }>`
    select count(*)::int as total, count(*) filter (where (device_kind, device_browser, device_system)
      is not distinct from (${device.kind}::text, ${device.browser}::text, ${device.system}::text))::int as "onDevice"
    from session where person_id = ${personId}`.execute(trx);
  return rows[0] ?? { total: 0, onDevice: 0 };
}

export async function findOperatorsWithoutSession(trx: Trx, ended: readonly string[], now: Date): Promise<string[]> {
  if (ended.length === 0) return [];
  const { rows } = await sql<{ person_id: string }>`
    select distinct s.person_id from session s where s.id = any(${ended}::uuid[]) and s.kind = 'operator' and not exists (
      select from session other where other.person_id = s.person_id and other.kind = 'operator'
        and other.state = 'active' and other.ends_at > ${now})`.execute(trx);
  return rows.map(({ person_id }) => person_id);
}

/** Skips rows that a refresh has locked: `last_used_at` is exact to a minute only. */
export async function markUsed(db: Db, sessionIds: readonly string[], now: Date): Promise<void> {
  await sql`update session set last_used_at = ${now} where id in (
    select id from session where id = any(${sessionIds}) and last_used_at < ${now} order by id for update skip locked)`.execute(
    db,
  );
}
