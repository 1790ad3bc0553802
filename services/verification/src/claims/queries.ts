import type { Insertable, Selectable } from 'kysely';
import type { Db, Trx } from '../app.ts';
import type { Claim } from '../db/schema.ts';

export type ClaimRow = Selectable<Claim>;

export function claimsOf(db: Db, decisionId: string): Promise<ClaimRow[]> {
  return db.selectFrom('claim').selectAll().where('decision_id', '=', decisionId).orderBy('claim_type').execute();
}

export function insertClaim(trx: Trx, claim: Insertable<Claim>): Promise<ClaimRow> {
  return trx.insertInto('claim').values(claim).returningAll().executeTakeFirstOrThrow();
}

export function findClaimBasis(trx: Trx, { decision_id, claim_type }: Pick<ClaimRow, 'decision_id' | 'claim_type'>) {
  return trx
    .selectFrom('decision_claim')
    .select(['case_id', 'evidence_version_id'])
    .where('decision_id', '=', decision_id)
    .where('claim_type', '=', claim_type)
    .executeTakeFirstOrThrow();
}

/** Ends the current claim of the type; the superseding claim is inserted after it. */
export function supersedeClaim(
  trx: Trx,
  by: { claimId: string; providerId: string; categoryKey: string; type: string },
): Promise<ClaimRow | undefined> {
  return trx
    .updateTable('claim')
    .set({ state: 'superseded', superseded_by: by.claimId })
    .where('provider_id', '=', by.providerId)
    .where('category_key', '=', by.categoryKey)
    .where('claim_type', '=', by.type)
    .where('state', 'in', ['active', 'suspended'])
    .returningAll()
    .executeTakeFirst();
}
