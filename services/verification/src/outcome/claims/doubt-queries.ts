import { sql } from 'kysely';
import type { Trx } from '../../app.ts';
import type { ClaimRow } from './queries.ts';

export async function hasFailedAboutPerson(trx: Trx, of: { decisionId: string; claimType: string }): Promise<boolean> {
  const failed = trx
    .selectFrom('decision_claim as l')
    .innerJoin('requirement as r', (join) =>
      join
        .onRef('r.requirement_version_id', '=', 'l.requirement_version_id')
        .onRef('r.key', '=', 'l.requirement_key')
        .on('r.claim_about', '=', 'person'),
    )
    .select('l.claim_type')
    .where('l.decision_id', '=', of.decisionId)
    .where('l.claim_type', '=', of.claimType)
    .where('l.check_result', '=', 'failed');
  return (await failed.executeTakeFirst()) !== undefined;
}

/** Each locks its provider, in this order. */
export function findCasesEndedWithDoubt(trx: Trx): Promise<{ id: string; provider_id: string }[]> {
  return trx
    .selectFrom('ended_with_doubt as ended')
    .innerJoin('verification_case as c', 'c.id', 'ended.case_id')
    .select(['c.id', 'c.provider_id'])
    .orderBy('c.provider_id')
    .orderBy('c.opened_at')
    .limit(100)
    .execute();
}

export async function deleteDoubt(trx: Trx, caseId: string): Promise<void> {
  await trx.deleteFrom('ended_with_doubt').where('case_id', '=', caseId).execute();
}

type Doubted = {
  providerId: string;
  /** Whose claims are not meant. */
  decisionId?: string;
  types: readonly string[];
  /** All about a person too. */
  ofPerson?: boolean;
};

export function lockDoubtedClaims(
  trx: Trx,
  { providerId, decisionId, types, ofPerson = false }: Doubted,
): Promise<ClaimRow[]> {
  return trx
    .selectFrom('claim')
    .selectAll()
    .where('provider_id', '=', providerId)
    .$if(decisionId !== undefined, (claims) => claims.where('decision_id', '<>', decisionId ?? ''))
    .where(({ or, eb }) =>
      or([
        eb('claim_type', 'in', types),
        ...(ofPerson ? [sql<boolean>`subject_id in (select id from claim_subject where about = 'person')`] : []),
      ]),
    )
    .where('state', '=', 'active')
    .orderBy('id')
    .forUpdate()
    .execute();
}
