import type { PayloadOf } from '@trust/contracts/event';
import type { caseChanged } from '@trust/contracts/events/verification';
import type { Db, Trx } from '../app.ts';

/** A case of the provider, with what its requirement accepts: null where its requirement version says nothing of it. */
export function findCaseRequirement(
  db: Db,
  providerId: string,
  { caseId, requirementKey }: { caseId: string; requirementKey: string },
) {
  return db
    .selectFrom('verification_case as case')
    .leftJoin('requirement', (join) =>
      join
        .onRef('requirement.requirement_version_id', '=', 'case.requirement_version_id')
        .on('requirement.key', '=', requirementKey),
    )
    .select([
      'case.state',
      'case.requirement_keys',
      'requirement.document_kinds',
      'requirement.media_types',
      'requirement.max_size_bytes',
    ])
    .where('case.id', '=', caseId)
    .where('case.provider_id', '=', providerId)
    .executeTakeFirst();
}

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
  };
  await trx
    .insertInto('verification_case')
    .values({ id: payload.caseId, ...facts })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(facts))
    .execute();
}
