import { isOlder, type PageWindow, type TimeAndId } from '@trust/service-kit/database/page-window';
import { sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { IntentState, UploadPurpose } from '../../db/schema.ts';

/** Intents are visible to their creator only: a representative, or the agent of field work. */
export type Owner = { providerId: string; userId: string; purpose?: UploadPurpose };

function intents(db: Db) {
  return (
    db
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
      ])
      // Null of public media only, whose routes show neither.
      .$narrowType<{ case_id: string; requirement_key: string }>()
  );
}

const ownIntents = (db: Db, owner: Owner) =>
  intents(db)
    .where('intent.provider_id', '=', owner.providerId)
    .where('intent.created_by', '=', owner.userId)
    .where('intent.purpose', '=', owner.purpose ?? 'evidence');

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

/** Newest first. */
export function listOwnIntents(db: Db, owner: Owner, { after, limit }: PageWindow<TimeAndId>) {
  return ownIntents(db, owner)
    .where(isOlder('intent.created_at', 'intent.id', after))
    .orderBy('intent.created_at', 'desc')
    .orderBy('intent.id', 'desc')
    .limit(limit)
    .execute();
}

export async function lockIntent(trx: Trx, id: string): Promise<void> {
  await trx.selectFrom('upload_intent').select('id').where('id', '=', id).forUpdate().execute();
}

/** Locks an intent and thereby its sessions, which are never changed without this lock. */
export async function lockOwnIntent(trx: Trx, owner: Owner, id: string) {
  await trx
    .selectFrom('upload_intent')
    .select('id')
    .where('id', '=', id)
    // Part of the lock's condition, so that a foreign intent is never locked.
    .where('provider_id', '=', owner.providerId)
    .where('created_by', '=', owner.userId)
    .forUpdate()
    .execute();
  return findOwnIntent(trx, owner, id);
}

export async function endSession(trx: Trx, id: string, state: 'cancelled' | 'expired' | 'confirmed'): Promise<void> {
  await trx
    .updateTable('upload_session')
    .set({ state })
    .where('id', '=', id)
    .where('state', '=', 'requested')
    .execute();
}

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

export function lockAnnouncedIntent(trx: Trx, intentId: string) {
  return trx
    .selectFrom('upload_intent')
    .select(['id', 'purpose', 'provider_id', 'case_id', 'requirement_key', 'state'])
    .where('id', '=', intentId)
    .where('purpose', '<>', 'public_media')
    .$narrowType<{ case_id: string; requirement_key: string }>()
    .forUpdate()
    .executeTakeFirst();
}
