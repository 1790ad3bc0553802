import type { PayloadOf } from '@trust/contracts/event';
import type { caseChanged } from '@trust/contracts/events/verification';
import type { Trx } from '../app.ts';

export function lockCase(trx: Trx, id: string) {
  return trx.selectFrom('verification_case').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** The owner of the case has the last word, so nothing here judges the change. */
export async function saveCase(trx: Trx, payload: PayloadOf<typeof caseChanged>): Promise<void> {
  const facts = {
    provider_id: payload.providerId,
    category_key: payload.categoryKey,
    requirement_version_id: payload.requirementVersionId,
    requirement_keys: payload.requirementKeys,
    state: payload.state,
    reviewer_id: payload.reviewerId,
    due_at: payload.dueAt,
    known_at: payload.occurredAt,
  };
  await trx
    .insertInto('verification_case')
    .values({ id: payload.caseId, ...facts })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(facts))
    .execute();
}
