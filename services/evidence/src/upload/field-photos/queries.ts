import type { PayloadOf } from '@trust/contracts/event';
import type { fieldWorkAssignmentChanged } from '@trust/contracts/events/operations';
import { sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';

export async function saveAssignment(trx: Trx, payload: PayloadOf<typeof fieldWorkAssignmentChanged>): Promise<void> {
  const facts = {
    case_id: payload.caseId,
    provider_id: payload.providerId,
    requirement_key: payload.requirementKey,
    assignee_id: payload.assigneeId,
    is_open: payload.isOpen,
  };
  await trx
    .insertInto('field_work_assignment')
    .values({ work_item_id: payload.workItemId, ...facts })
    .onConflict((conflict) => conflict.column('work_item_id').doUpdateSet(facts))
    .execute();
}

/** Undefined unless the agent is assigned. */
export function findOwnAssignment(db: Db, workItemId: string, agentId: string) {
  return db
    .selectFrom('field_work_assignment')
    .selectAll()
    .where('work_item_id', '=', workItemId)
    .where('assignee_id', '=', agentId)
    .executeTakeFirst();
}

/** The keys of a photo that was confirmed. */
export async function findPhoto(trx: Trx, versionId: string) {
  const { rows } = await sql<{ photoId: string; evidenceId: string; workItemId: string; agentId: string }>`
    select intent.client_intent_key as "photoId", version.evidence_id as "evidenceId", intent.work_item_id as "workItemId",
      intent.created_by as "agentId"
    from evidence_version version join upload_intent intent on intent.id = version.intent_id
    where version.id = ${versionId} and intent.purpose = 'field_work'`.execute(trx);
  const [photo] = rows;
  if (!photo) throw new Error(`Evidence version ${versionId} is no photo of field work.`);
  return photo;
}

/** In the order of arrival. */
export function findCasePhotos(db: Db, caseId: string) {
  return db
    .selectFrom('evidence_item as item')
    .innerJoin('evidence_version as version', 'version.evidence_id', 'item.id')
    .innerJoin('evidence_processing as processing', 'processing.version_id', 'version.id')
    .innerJoin('upload_intent as intent', 'intent.id', 'version.intent_id')
    .select(['item.id', 'item.work_item_id', 'item.requirement_key', 'intent.client_intent_key'])
    .select(['version.media_type', 'version.size_bytes', 'version.confirmed_at', 'processing.state'])
    .where('item.case_id', '=', caseId)
    .where('item.purpose', '=', 'field_work')
    .$narrowType<{ work_item_id: string; requirement_key: string }>()
    .orderBy('item.id')
    .execute();
}
