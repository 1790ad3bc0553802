import { pipeline } from '@trust/service-kit/database/pipeline';
import { sql } from 'kysely';
import type { Db, Trx } from '../app.ts';
import type { IntentState } from '../db/schema.ts';
import { type Past, selectPast } from '../evidence-versions/queries.ts';
import type { Confirmable } from './confirmation.ts';

export type Found = Confirmable & {
  intentId: string;
  intentState: IntentState;
  uploadRef: string;
  caseId: string;
  documentKind: string;
  categoryKey: string;
};

/** An upload to confirm: an intent by its current session, or just this session. */
export type Which = { intentId: string } | { sessionId: string };

/** What confirming an upload of the provider depends on. Whose of its representatives asks is for the conditions to say. */
export async function findConfirmable(db: Db, providerId: string, which: Which): Promise<Found | undefined> {
  return found(await confirmables(db, providerId, which).executeTakeFirst());
}

function found(row: Row | undefined): Found | undefined {
  if (!row) return undefined;
  const { isSelectionActive, ...facts } = row;
  return { ...facts, selection: isSelectionActive === null ? 'unknown' : isSelectionActive ? 'current' : 'removed' };
}

/** `isSelectionActive` is null where no selection of the case's requirement version has been announced. */
type Row = Omit<Found, 'selection'> & { isSelectionActive: boolean | null };

function confirmables(db: Db, providerId: string, which: Which) {
  return db
    .selectFrom('upload_intent as intent')
    .innerJoin('upload_session as session', 'session.intent_id', 'intent.id')
    .innerJoin('verification_case as case', 'case.id', 'intent.case_id')
    .leftJoin('requirement', (join) =>
      join
        .onRef('requirement.requirement_version_id', '=', 'case.requirement_version_id')
        .onRef('requirement.key', '=', 'intent.requirement_key'),
    )
    .select([
      'session.id as sessionId',
      'session.provider_id as sessionProvider',
      'session.created_by as sessionCreator',
      'session.state as sessionState',
      'session.expires_at as expiresAt',
      'session.size_limit_bytes as sizeLimitBytes',
      'session.upload_ref as uploadRef',
      'intent.id as intentId',
      'intent.state as intentState',
      'intent.current_session_id as currentSessionId',
      'intent.requirement_key as requirementKey',
      'intent.document_kind as documentKind',
      'intent.media_type as mediaType',
      'intent.size_bytes as sizeBytes',
      'intent.sha256',
      'case.id as caseId',
      'case.provider_id as caseProvider',
      'case.category_key as categoryKey',
      'case.state as caseState',
      'case.due_at as caseDueAt',
      'case.requirement_keys as caseRequirements',
      sql<boolean | null>`(select bool_or(selection.state = 'active') from service_selection selection
        where selection.provider_id = "case".provider_id and selection.category_key = "case".category_key
          and selection.requirement_version_id = "case".requirement_version_id)`.as('isSelectionActive'),
      sql<boolean>`coalesce(intent.document_kind = any(requirement.document_kinds)
        and intent.media_type = any(requirement.media_types), false)`.as('accepted'),
    ])
    .where((eb) =>
      'sessionId' in which
        ? eb('session.id', '=', which.sessionId)
        : eb.and([eb('intent.id', '=', which.intentId), eb('session.id', '=', eb.ref('intent.current_session_id'))]),
    )
    .where('intent.provider_id', '=', providerId);
}

/**
 * Locks in the platform's order (selection, case, intent, session), and reads again what nothing can change any more, in one round trip. Each
 * is a statement of its own: read by the statement that locks, the others' rows would be those from before it waited.
 */
export async function lockConfirmable(
  trx: Trx,
  seen: Found,
  which: Which,
): Promise<{ current: Found | undefined; past: Past }> {
  const { intentId, caseId, caseProvider, categoryKey, sessionId } = seen;
  const [, , , , [row], [past]] = await pipeline<[unknown, unknown, unknown, unknown, Row, Past]>(
    trx,
    trx
      .selectFrom('service_selection')
      .select('id')
      .where('provider_id', '=', caseProvider)
      .where('category_key', '=', categoryKey)
      .where('state', '=', 'active')
      .forShare()
      .compile(),
    trx.selectFrom('verification_case').select('id').where('id', '=', caseId).forUpdate().compile(),
    trx.selectFrom('upload_intent').select('id').where('id', '=', intentId).forUpdate().compile(),
    trx.selectFrom('upload_session').select('id').where('id', '=', sessionId).forUpdate().compile(),
    confirmables(trx, caseProvider, which).compile(),
    selectPast(trx, seen),
  );
  if (!past) throw new Error('Counting has counted nothing.');
  return { current: found(row), past };
}
