import { type QueryCreator, sql } from 'kysely';
import type { Db, Trx } from '../app.ts';
import type { DB, IntentState } from '../db/schema.ts';
import type { UploadIntentCreate } from './schema.ts';

/** Whose intents somebody sees: their own, of the provider they represent. */
export type Owner = { providerId: string; userId: string };

function intents(db: Db) {
  return db
    .selectFrom('upload_intent as intent')
    .innerJoin('upload_session as session', 'session.id', 'intent.current_session_id')
    .leftJoin('evidence_version as version', 'version.intent_id', 'intent.id')
    .leftJoin('evidence_processing as processing', 'processing.version_id', 'version.id')
    .selectAll('intent')
    .select([
      'session.state as session_state',
      'session.expires_at as session_expires_at',
      'session.upload_ref',
      'session.size_limit_bytes',
      'version.id as version_id',
      'version.evidence_id',
      'version.confirmed_at',
      'processing.state as processing_state',
      sql<string | null>`coalesce(processing.case_refusal, processing.refusal)`.as('refusal'),
      'processing.case_refusal',
    ]);
}

const ownIntents = (db: Db, owner: Owner) =>
  intents(db).where('intent.provider_id', '=', owner.providerId).where('intent.created_by', '=', owner.userId);

export type IntentRow = NonNullable<Awaited<ReturnType<typeof findOwnIntent>>>;

export function findOwnIntent(db: Db, owner: Owner, id: string) {
  return ownIntents(db, owner).where('intent.id', '=', id).executeTakeFirst();
}

export function readIntent(db: Db, id: string): Promise<IntentRow> {
  return intents(db).where('intent.id', '=', id).executeTakeFirstOrThrow();
}

export function findIntentByKey(db: Db, owner: Owner, clientIntentKey: string) {
  return ownIntents(db, owner).where('intent.client_intent_key', '=', clientIntentKey).executeTakeFirst();
}

/** Newest first, after the position where the last page ended; one row more than asked for. */
export function listOwnIntents(db: Db, owner: Owner, { limit, after }: { limit: number; after?: unknown[] }) {
  let rows = ownIntents(db, owner);
  if (after)
    rows = rows.where(sql<boolean>`(intent.created_at, intent.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`);
  return rows
    .orderBy('intent.created_at', 'desc')
    .orderBy('intent.id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** Locks an intent, and with it its sessions, which nobody touches without this lock. */
export async function lockOwnIntent(trx: Trx, owner: Owner, id: string) {
  await trx
    .selectFrom('upload_intent')
    .select('id')
    .where('id', '=', id)
    // Nobody waits for, or holds up, what is not theirs.
    .where('provider_id', '=', owner.providerId)
    .where('created_by', '=', owner.userId)
    .forUpdate()
    .execute();
  return findOwnIntent(trx, owner, id);
}

export type NewSession = { id: string; uploadRef: string; sizeLimitBytes: number; createdAt: Date; expiresAt: Date };

/** The intent and its first session, in one statement; returns it as it is read. */
export async function insertIntent(
  trx: Trx,
  owner: Owner,
  { id, contract, session }: { id: string; contract: UploadIntentCreate; session: NewSession },
): Promise<IntentRow> {
  const intent = await trx
    .with('session', (query) => sessionInsertion(query, owner, id, session))
    .insertInto('upload_intent')
    .values({
      id,
      provider_id: owner.providerId,
      created_by: owner.userId,
      client_intent_key: contract.clientIntentKey,
      case_id: contract.caseId,
      requirement_key: contract.requirementKey,
      document_kind: contract.documentKind,
      media_type: contract.mediaType,
      size_bytes: contract.sizeBytes,
      sha256: Buffer.from(contract.sha256, 'hex'),
      label: contract.label ?? null,
      replaces_intent_id: contract.replacesIntentId ?? null,
      current_session_id: session.id,
      created_at: session.createdAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return {
    ...intent,
    session_state: 'requested',
    session_expires_at: session.expiresAt,
    upload_ref: session.uploadRef,
    size_limit_bytes: session.sizeLimitBytes,
    version_id: null,
    evidence_id: null,
    confirmed_at: null,
    processing_state: null,
    refusal: null,
    case_refusal: null,
  };
}

function sessionInsertion(query: QueryCreator<DB>, owner: Owner, intentId: string, session: NewSession) {
  return query.insertInto('upload_session').values({
    id: session.id,
    intent_id: intentId,
    provider_id: owner.providerId,
    created_by: owner.userId,
    upload_ref: session.uploadRef,
    size_limit_bytes: session.sizeLimitBytes,
    created_at: session.createdAt,
    expires_at: session.expiresAt,
  });
}

export async function endSession(trx: Trx, id: string, state: 'cancelled' | 'expired' | 'confirmed'): Promise<void> {
  await trx
    .updateTable('upload_session')
    .set({ state })
    .where('id', '=', id)
    .where('state', '=', 'requested')
    .execute();
}

/** The first part is on its way. False if the intent is not open any more. */
export async function markUploading(trx: Trx, id: string): Promise<boolean> {
  const marked = await trx
    .updateTable('upload_intent')
    .set({ state: 'uploading' })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return marked.numUpdatedRows > 0n;
}

export async function markRetryable(trx: Trx, id: string, since: Date): Promise<void> {
  await trx
    .updateTable('upload_intent')
    .set({ state: 'retryable', retryable_since: since })
    .where('id', '=', id)
    .where('state', 'in', ['open', 'uploading'])
    .execute();
}

/** A fresh session in place of the one that ended. */
export async function replaceSession(trx: Trx, owner: Owner, intentId: string, session: NewSession): Promise<void> {
  await sessionInsertion(trx, owner, intentId, session).execute();
  await trx
    .updateTable('upload_intent')
    .set(({ eb }) => ({
      state: 'uploading',
      retryable_since: null,
      current_session_id: session.id,
      attempt_count: eb('attempt_count', '+', 1),
    }))
    .where('id', '=', intentId)
    .where('state', '=', 'retryable')
    .execute();
}

export async function endIntent(
  trx: Trx,
  { id, state: from }: { id: string; state: IntentState },
  state: 'cancelled' | 'submitted',
): Promise<void> {
  await trx
    .updateTable('upload_intent')
    .set({ state, retryable_since: null })
    .where('id', '=', id)
    .where('state', '=', from)
    .execute();
}

/** A session that takes parts, by the id in a signed URL. */
export function findSessionForParts(db: Db, sessionId: string, now: Date) {
  return db
    .selectFrom('upload_session as session')
    .innerJoin('upload_intent as intent', 'intent.current_session_id', 'session.id')
    .selectAll('intent')
    .select('session.upload_ref')
    .where('session.id', '=', sessionId)
    .where('session.state', '=', 'requested')
    .where('session.expires_at', '>', now)
    .executeTakeFirst();
}

export async function deleteLabels(trx: Trx, userId: string): Promise<void> {
  await trx
    .updateTable('upload_intent')
    .set({ label: null })
    .where('created_by', '=', userId)
    .where('label', 'is not', null)
    .execute();
}

export async function findUploadsOf(trx: Trx, userId: string): Promise<unknown[]> {
  const { rows } = await sql`
    select i.provider_id as "providerId", i.case_id as "caseId", i.requirement_key as "requirementKey", i.document_kind as "documentKind",
      i.media_type as "mediaType", i.size_bytes as "sizeBytes", encode(i.sha256, 'hex') as sha256, i.label,
      i.client_intent_key as "clientIntentKey", i.state, i.created_at as "createdAt", v.confirmed_at as "confirmedAt"
    from upload_intent i left join evidence_version v on v.intent_id = i.id
    where i.created_by = ${userId} order by i.created_at`.execute(trx);
  return rows;
}
