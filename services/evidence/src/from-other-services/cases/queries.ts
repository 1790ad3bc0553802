import type { PayloadOf } from '@trust/contracts/event';
import type { caseChanged } from '@trust/contracts/events/verification';
import { sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';

export function findCase(db: Db, id: string) {
  return db.selectFrom('verification_case').selectAll().where('id', '=', id).executeTakeFirst();
}

export function lockCase(trx: Trx, id: string) {
  return trx.selectFrom('verification_case').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** One statement, so that a case of other people takes as long as an unknown one (promise D2). */
export function lockAssignedCase(trx: Trx, id: string, assigneeId: string) {
  return trx
    .selectFrom('verification_case')
    .selectAll()
    .where('id', '=', id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('case_assignee')
          .select('case_id')
          .whereRef('case_id', '=', 'verification_case.id')
          .where('assignee_id', '=', assigneeId),
      ),
    )
    .forUpdate()
    .executeTakeFirst();
}

/** Verification owns cases, so any change is applied. */
export async function saveCase(trx: Trx, payload: PayloadOf<typeof caseChanged>): Promise<void> {
  const facts = {
    provider_id: payload.providerId,
    category_key: payload.categoryKey,
    requirement_version_id: payload.requirementVersionId,
    requirement_keys: payload.requirementKeys,
    awaited_keys: payload.awaitedKeys ?? null,
    state: payload.state,
    is_review: payload.kind === 'review',
    due_at: payload.dueAt,
    known_at: payload.occurredAt,
  };
  await trx
    .insertInto('verification_case')
    .values({ id: payload.caseId, ...facts })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(facts))
    .execute();
  await saveDuties(trx, payload);
  await saveReviews(trx, payload);
  await saveEarlierEvidence(trx, payload);
}

async function saveDuties(trx: Trx, { caseId, duties }: PayloadOf<typeof caseChanged>): Promise<void> {
  await trx.deleteFrom('case_assignee').where('case_id', '=', caseId).execute();
  if (duties.length === 0) return;
  await trx
    .insertInto('case_assignee')
    .values(
      duties.map(({ duty, assigneeId, assignmentId }) => ({
        case_id: caseId,
        duty,
        assignee_id: assigneeId,
        assignment_id: assignmentId ?? null,
      })),
    )
    .execute();
}

/** A withdrawn correction or a decision on an appeal can take an earlier review back. */
async function saveReviews(
  trx: Trx,
  { caseId, evidenceReviews, occurredAt }: PayloadOf<typeof caseChanged>,
): Promise<void> {
  if (!evidenceReviews) return;
  const ids = evidenceReviews.map(({ evidenceVersionId }) => evidenceVersionId);
  await sql`
    delete from version_review review using evidence_version version join evidence_item item on item.id = version.evidence_id
    where version.id = review.version_id and item.case_id = ${caseId} and version.id <> all(${ids}::uuid[])`.execute(
    trx,
  );
  await sql`
    insert into version_review (version_id, review, reviewed_at)
    select version.id, judged.review, ${occurredAt}
    from unnest(${ids}::uuid[], ${evidenceReviews.map(({ review }) => review)}::evidence_review[]) judged (id, review)
    join evidence_version version on version.id = judged.id
    on conflict (version_id) do update set review = excluded.review, reviewed_at = excluded.reviewed_at
    where version_review.review <> excluded.review`.execute(trx);
}

/** The assignees of a review may read what it is judged on (promise Z4). */
async function saveEarlierEvidence(
  trx: Trx,
  { caseId, providerId, earlierVersionIds }: PayloadOf<typeof caseChanged>,
): Promise<void> {
  if (!earlierVersionIds) return;
  await trx.deleteFrom('earlier_evidence').where('case_id', '=', caseId).execute();
  await sql`
    insert into earlier_evidence (case_id, version_id)
    select ${caseId}, version.id from evidence_version version join evidence_item item on item.id = version.evidence_id
    where version.id = any(${earlierVersionIds}::uuid[]) and item.provider_id = ${providerId}`.execute(trx);
}

export async function listDuties(db: Db, caseId: string) {
  const rows = await db.selectFrom('case_assignee').selectAll().where('case_id', '=', caseId).execute();
  return rows.map(({ duty, assignee_id, assignment_id }) => ({
    duty,
    assigneeId: assignee_id,
    assignmentId: assignment_id,
  }));
}
