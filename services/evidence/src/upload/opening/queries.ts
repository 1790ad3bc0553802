import { beforeCommit, pipeline, type Statements } from '@trust/service-kit/database/transaction';
import { sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { CaseState } from '../../db/schema.ts';
import type { IntentRow, Owner } from '../intents/queries.ts';
import type { UploadIntentCreate } from '../intents/schema.ts';

export type UploadContext = {
  caseState: CaseState | null;
  caseDueAt: Date | null;
  requirementKeys: string[];
  /** Null unless the case awaits a correction. */
  awaitedKeys: string[] | null;
  /** Null, like the next two, where the case's requirement version lacks the requirement. */
  documentKinds: string[] | null;
  mediaTypes: string[] | null;
  maxSizeBytes: number | null;
  consents: Record<string, string>;
  existingIntentId: string | null;
  /** Counts intents with an open session: an abandoned intent counts for an hour, not for 30 days. */
  openIntents: number;
  /** Bytes of those intents and of all stored documents. */
  bytes: number;
  versions: number;
};

/** `workItemId`: of field work only. Public media has no case. */
export type UploadContract = Omit<UploadIntentCreate, 'caseId' | 'requirementKey' | 'mediaType'> & {
  caseId: string | null;
  requirementKey: string | null;
  mediaType: string;
  workItemId?: string;
};

type KnownIntent = Pick<IntentRow, 'state' | 'retryable_since' | 'session_state' | 'session_expires_at' | 'upload_ref'>;

export async function findKnownIntent(db: Db, owner: Owner, clientIntentKey: string): Promise<KnownIntent | undefined> {
  const { providerId, userId, purpose = 'evidence' } = owner;
  const { rows } = await sql<KnownIntent>`
    select intent.state, intent.retryable_since, session.state as session_state, session.expires_at as session_expires_at, session.upload_ref
    from upload_intent intent join upload_session session on session.id = intent.current_session_id
    where intent.provider_id = ${providerId} and intent.created_by = ${userId} and intent.purpose = ${purpose}
      and intent.client_intent_key = ${clientIntentKey}`.execute(db);
  return rows[0];
}

type UploadRequest = {
  owner: Owner;
  contract: Pick<UploadContract, 'caseId' | 'requirementKey' | 'clientIntentKey' | 'workItemId'>;
  now: Date;
};

/**
 * The lock and, in its own statement, what is read under it: the counts are later than the lock (promise C2, ADR 0024).
 */
export function uploadContextUnderLock(
  trx: Trx,
  { owner, contract, now }: UploadRequest,
): Statements<[unknown, UploadContext]> {
  const { providerId, userId, purpose = 'evidence' } = owner;
  const workItemId = contract.workItemId ?? null;
  const lock = sql`select pg_advisory_xact_lock(hashtextextended(${`upload intents ${providerId}`}, 0))`;
  const read = sql<UploadContext>`
    select c.state as "caseState", c.due_at as "caseDueAt", c.requirement_keys as "requirementKeys", c.awaited_keys as "awaitedKeys",
      requirement.document_kinds as "documentKinds",
      requirement.media_types as "mediaTypes", requirement.max_size_bytes as "maxSizeBytes", existing.id as "existingIntentId",
      (select coalesce(jsonb_object_agg(policy_key, version), '{}') from upload_consent where person_id = ${userId} and granted) as consents,
      intents.count as "openIntents", intents.bytes + kept.bytes as bytes, kept.versions
    from (
      select count(*)::int as count, coalesce(sum(intent.size_bytes), 0)::float8 as bytes
      from upload_intent intent join upload_session session on session.id = intent.current_session_id
      where intent.provider_id = ${providerId} and intent.purpose = ${purpose} and intent.state in ('open', 'uploading')
        and session.state = 'requested' and session.expires_at > ${now}
    ) intents
    cross join (
      select coalesce(sum(version.size_bytes) filter (where processing.state not in ('redacted', 'lost')), 0)::float8 as bytes,
        (count(*) filter (where case when item.case_id is null then media.state in ('processing', 'pending', 'approved')
          else item.case_id = ${contract.caseId} and item.requirement_key = ${contract.requirementKey}
            and item.work_item_id is not distinct from ${workItemId}::uuid end))::int as versions
      from evidence_item item join evidence_version version on version.evidence_id = item.id
      join evidence_processing processing on processing.version_id = version.id
      left join public_media media on media.id = version.intent_id
      where item.provider_id = ${providerId} and item.purpose = ${purpose}
    ) kept
    left join verification_case c on c.id = ${contract.caseId} and c.provider_id = ${providerId}
    left join requirement on requirement.requirement_version_id = c.requirement_version_id and requirement.key = ${contract.requirementKey}
    left join upload_intent existing on existing.provider_id = ${providerId} and existing.created_by = ${userId}
      and existing.client_intent_key = ${contract.clientIntentKey} and existing.purpose = ${purpose}`;
  return [lock.compile(trx), read.compile(trx)];
}

export async function lockUploadContext(trx: Trx, request: UploadRequest): Promise<UploadContext> {
  const [, [context]] = await pipeline(trx, ...uploadContextUnderLock(trx, request));
  if (!context) throw new Error('The context query returned no row.');
  return context;
}

export type NewSession = { id: string; uploadRef: string; sizeLimitBytes: number; createdAt: Date; expiresAt: Date };

/** Written with the commit; at once if `isRead`, for statements before the commit that need its row. */
export async function insertIntent(
  trx: Trx,
  owner: Owner,
  { id, contract, session }: { id: string; contract: UploadContract; session: NewSession },
  { isRead = false } = {},
): Promise<IntentRow> {
  const intent = {
    id,
    purpose: owner.purpose ?? 'evidence',
    work_item_id: contract.workItemId ?? null,
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
    state: 'open' as const,
    attempt_count: 1,
    retryable_since: null,
  };
  // No query builder: it takes as long as the rest of the statement (docs/architecture.md 45).
  const insertion = sql`with session as (${sessionInsertion(owner, id, session)}) insert into upload_intent
    (${sql.join(Object.keys(intent).map((column) => sql.ref(column)))}) values (${sql.join(Object.values(intent))})`;
  if (isRead) await insertion.execute(trx);
  else beforeCommit(trx, () => insertion.compile(trx));
  return {
    // Null of public media only, whose routes show neither.
    ...(intent as typeof intent & { case_id: string; requirement_key: string }),
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

function sessionInsertion({ providerId, userId }: Owner, intentId: string, session: NewSession) {
  const { id, uploadRef, sizeLimitBytes, createdAt, expiresAt } = session;
  return sql`
    insert into upload_session (id, intent_id, provider_id, created_by, upload_ref, size_limit_bytes, created_at, expires_at)
    values (${id}, ${intentId}, ${providerId}, ${userId}, ${uploadRef}, ${sizeLimitBytes}, ${createdAt}, ${expiresAt})`;
}

export async function replaceSession(trx: Trx, owner: Owner, intentId: string, session: NewSession): Promise<void> {
  await sessionInsertion(owner, intentId, session).execute(trx);
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
