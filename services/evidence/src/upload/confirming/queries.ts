import { pipeline } from '@trust/service-kit/database/transaction';
import { sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { CaseState, IntentState, UploadPurpose } from '../../db/schema.ts';
import { type ItemHistory, itemHistory } from '../../items/versions/queries.ts';
import type { Confirmable } from './conditions.ts';

export type UploadToConfirm = Confirmable & {
  intentId: string;
  intentState: IntentState;
  workItemId: string | null;
  uploadRef: string;
  caseId: string | null;
  documentKind: string;
  categoryKey: string | null;
};

/** By intent: its current session. By session: this one, current or not. */
export type UploadSelector = ({ intentId: string } | { sessionId: string }) & { purpose?: UploadPurpose };

/** Of whichever representative: the conditions check who created it. */
export async function findUpload(
  db: Db,
  providerId: string,
  selector: UploadSelector,
): Promise<UploadToConfirm | undefined> {
  return fromRow(await uploads(db, providerId, selector).executeTakeFirst());
}

function fromRow(row: Row | undefined): UploadToConfirm | undefined {
  if (!row) return undefined;
  const { isSelectionActive, ...upload } = row;
  return { ...upload, selection: isSelectionActive === null ? 'unknown' : isSelectionActive ? 'current' : 'removed' };
}

type Row = Omit<UploadToConfirm, 'selection'> & { isSelectionActive: boolean | null };

function uploads(db: Db, providerId: string, selector: UploadSelector) {
  return (
    db
      .selectFrom('upload_intent as intent')
      .innerJoin('upload_session as session', 'session.intent_id', 'intent.id')
      .leftJoin('verification_case as case', 'case.id', 'intent.case_id')
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
        'intent.purpose',
        'intent.work_item_id as workItemId',
        'intent.state as intentState',
        'intent.current_session_id as currentSessionId',
        'intent.requirement_key as requirementKey',
        'intent.document_kind as documentKind',
        'intent.media_type as mediaType',
        'intent.size_bytes as sizeBytes',
        'intent.sha256',
        'case.id as caseId',
        sql<string>`coalesce("case".provider_id, intent.provider_id)`.as('caseProvider'),
        'case.category_key as categoryKey',
        'case.state as caseState',
        'case.due_at as caseDueAt',
        'case.requirement_keys as caseRequirements',
        sql<boolean | null>`(select bool_or(selection.state = 'active') from service_selection selection
        where selection.provider_id = "case".provider_id and selection.category_key = "case".category_key
          and selection.requirement_version_id = "case".requirement_version_id)`.as('isSelectionActive'),
        sql<boolean>`coalesce(intent.document_kind = any(requirement.document_kinds)
        and intent.media_type = any(requirement.media_types), false)`.as('isAccepted'),
        sql<boolean | null>`(select assignment.is_open from field_work_assignment assignment
        where assignment.work_item_id = intent.work_item_id and assignment.assignee_id = intent.created_by)`.as(
          'isWorkOpen',
        ),
      ])
      .where((eb) =>
        'sessionId' in selector
          ? eb('session.id', '=', selector.sessionId)
          : eb.and([
              eb('intent.id', '=', selector.intentId),
              eb('session.id', '=', eb.ref('intent.current_session_id')),
            ]),
      )
      .where('intent.provider_id', '=', providerId)
      .where('intent.purpose', '=', selector.purpose ?? 'evidence')
      // Null of public media only, whose confirmation compares none of them.
      .$narrowType<{ caseState: CaseState; caseRequirements: string[]; requirementKey: string }>()
  );
}

/** The lock under which documents of a case, or images of a provider, are counted. */
function lockOfLimit(trx: Trx, { caseId, caseProvider }: UploadToConfirm) {
  if (caseId) return trx.selectFrom('verification_case').select('id').where('id', '=', caseId).forUpdate().compile();
  return sql`select pg_advisory_xact_lock(hashtextextended(${`upload intents ${caseProvider}`}, 0))`.compile(trx);
}

/** Lock order: selection, case, intent, session. Reads in a second statement (ADR 0024). */
export async function lockUpload(
  trx: Trx,
  seen: UploadToConfirm,
  selector: UploadSelector,
): Promise<{ current: UploadToConfirm | undefined; history: ItemHistory }> {
  const { intentId, caseProvider, categoryKey, sessionId } = seen;
  const [, , , , [row], [history]] = await pipeline<[unknown, unknown, unknown, unknown, Row, ItemHistory]>(
    trx,
    trx
      .selectFrom('service_selection')
      .select('id')
      .where('provider_id', '=', caseProvider)
      .where('category_key', '=', categoryKey ?? '')
      .where('state', '=', 'active')
      .forShare()
      .compile(),
    lockOfLimit(trx, seen),
    trx.selectFrom('upload_intent').select('id').where('id', '=', intentId).forUpdate().compile(),
    trx.selectFrom('upload_session').select('id').where('id', '=', sessionId).forUpdate().compile(),
    uploads(trx, caseProvider, selector).compile(),
    itemHistory(trx, seen),
  );
  if (!history) throw new Error('The history query returned no row.');
  return { current: fromRow(row), history };
}
