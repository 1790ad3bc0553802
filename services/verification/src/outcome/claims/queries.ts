import { isOlder, type PageWindow, type TimeAndId } from '@trust/service-kit/database/page-window';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { Case } from '../../case/record/queries.ts';
import type { Claim, ClaimChange, ClaimRevocation } from '../../db/schema.ts';

export type ClaimRow = Selectable<Claim>;

export function insertClaim(trx: Trx, claim: Insertable<Claim>): Promise<ClaimRow> {
  return trx.insertInto('claim').values(claim).returningAll().executeTakeFirstOrThrow();
}

/** The current claim of a type: active or suspended. */
export function lockCurrentClaim(
  trx: Trx,
  of: { providerId: string; categoryKey: string; type: string },
): Promise<ClaimRow | undefined> {
  return trx
    .selectFrom('claim')
    .selectAll()
    .where('provider_id', '=', of.providerId)
    .where('category_key', '=', of.categoryKey)
    .where('claim_type', '=', of.type)
    .where('state', 'in', ['active', 'suspended'])
    .forUpdate()
    .executeTakeFirst();
}

export function lockClaim(trx: Trx, id: string): Promise<ClaimRow | undefined> {
  return trx.selectFrom('claim').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Call with the cases of the provider locked. */
export function lockActiveClaimsAbout(trx: Trx, subjectId: string): Promise<ClaimRow[]> {
  return trx
    .selectFrom('claim')
    .selectAll()
    .where('subject_id', '=', subjectId)
    .where('state', '=', 'active')
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function insertClaimChange(trx: Trx, change: Insertable<ClaimChange>): Promise<void> {
  await trx.insertInto('claim_change').values(change).execute();
}

export function updateClaim(
  trx: Trx,
  id: string,
  changes: Pick<ClaimRow, 'state' | 'superseded_by'>,
): Promise<ClaimRow> {
  return trx.updateTable('claim').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

export function findCaseOfDecision(trx: Trx, decisionId: string) {
  return trx
    .selectFrom('decision as d')
    .innerJoin('verification_case as c', 'c.id', 'd.case_id')
    .select(['c.id', 'c.provider_id', 'c.category_key'])
    .where('d.id', '=', decisionId)
    .executeTakeFirstOrThrow();
}

/**
 * Current claims of the requirements of a case that come from earlier decisions. Those of which it had no document it leaves alone if an
 * appeal granted them since it opened, or another review has not confirmed them: somebody looked, and that decision is the one to appeal.
 */
export function lockUnconfirmedClaims(
  trx: Trx,
  of: Pick<Case, 'id' | 'provider_id' | 'category_key' | 'opened_at'>,
  decisionId: string,
): Promise<ClaimRow[]> {
  return trx
    .selectFrom('claim')
    .selectAll()
    .where('provider_id', '=', of.provider_id)
    .where('category_key', '=', of.category_key)
    .where('state', 'in', ['active', 'suspended'])
    .where('decision_id', '<>', decisionId)
    .where('requirement_key', 'in', (eb) =>
      eb.selectFrom('case_requirement').select('requirement_key').where('case_id', '=', of.id),
    )
    .where(({ or, and, eb, exists, not, selectFrom }) =>
      or([
        exists(
          selectFrom('decision_claim as l')
            .select('l.decision_id')
            .where('l.decision_id', '=', decisionId)
            .whereRef('l.claim_type', '=', 'claim.claim_type'),
        ),
        and([
          eb('valid_from', '<=', of.opened_at),
          not(exists(selectFrom('claim_revocation as r').select('r.claim_id').whereRef('r.claim_id', '=', 'claim.id'))),
        ]),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function insertRevocation(trx: Trx, revocation: Insertable<ClaimRevocation>): Promise<void> {
  await trx.insertInto('claim_revocation').values(revocation).execute();
}

export function findRevoking(trx: Trx, decisionId: string): Promise<{ claim_end_reason: string | null }> {
  return trx.selectFrom('decision').select('claim_end_reason').where('id', '=', decisionId).executeTakeFirstOrThrow();
}

/** For a query with a review as `d` and a claim as `c`: what a later review left as well is revoked by that one alone. */
const isLastToLeave = sql<boolean>`not exists (
  select from claim_revocation again join decision later on later.id = again.decision_id
  where again.claim_id = c.id and (later.decided_at, later.id) > (d.decided_at, d.id))`;

export function lockClaimsToRevoke(trx: Trx, decisionId: string): Promise<ClaimRow[]> {
  return trx
    .selectFrom('claim as c')
    .innerJoin('claim_revocation as r', 'r.claim_id', 'c.id')
    .innerJoin('decision as d', 'd.id', 'r.decision_id')
    .selectAll('c')
    .where('d.id', '=', decisionId)
    .where(isLastToLeave)
    .where('c.state', 'in', ['active', 'suspended'])
    .orderBy('c.id')
    .forUpdate('c')
    .execute();
}

/** Up to 50 revocations whose decision was not appealed in time, oldest case first. */
export function listDueRevocations(trx: Trx, now: Date) {
  return trx
    .selectFrom('claim_revocation as r')
    .innerJoin('claim as c', 'c.id', 'r.claim_id')
    .innerJoin('decision as d', 'd.id', 'r.decision_id')
    .innerJoin('verification_case as k', 'k.id', 'd.case_id')
    .select(['r.claim_id', 'r.decision_id', 'd.case_id'])
    .where('c.state', 'in', ['active', 'suspended'])
    .where('k.state', '<>', 'under_appeal')
    .where(isLastToLeave)
    .where('d.appeal_ends_at', '<=', now)
    .where(sql`appeal_end(d, ${now})`, '<=', now)
    .orderBy('d.case_id')
    .orderBy('r.claim_id')
    .limit(50)
    .execute();
}

export function findLastChange(trx: Trx, claimId: string): Promise<Selectable<ClaimChange> | undefined> {
  return trx
    .selectFrom('claim_change')
    .selectAll()
    .where('claim_id', '=', claimId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export type ProviderClaimRow = Awaited<ReturnType<typeof listProviderClaims>>[number];

/** Includes the last change, the provider's case of its decision or appeal, and since when the claim is withheld. */
export function listProviderClaims(
  db: Db,
  providerId: string,
  { after, limit, now }: PageWindow<TimeAndId> & { now: Date },
) {
  return db
    .selectFrom('claim as c')
    .innerJoin('decision as d', 'd.id', 'c.decision_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('claim_change as k')
          .leftJoin('decision as by', 'by.id', 'k.decision_id')
          .leftJoin('appeal as a', 'a.id', 'k.appeal_id')
          .leftJoin('verification_case as own', (join) =>
            join
              .on(({ eb, fn, ref }) => eb('own.id', '=', fn.coalesce(ref('by.case_id'), ref('a.case_id'))))
              .onRef('own.provider_id', '=', 'c.provider_id'),
          )
          .select(['k.reason', 'k.changed_at', 'own.id as reason_case_id'])
          .select(sql<boolean>`own.id is null and num_nonnulls(by.id, a.id) > 0`.as('is_elsewhere'))
          .whereRef('k.claim_id', '=', 'c.id')
          .orderBy('k.position', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .selectAll('c')
    .select(['d.case_id', 'last.reason', 'last.changed_at', 'last.reason_case_id', 'last.is_elsewhere'])
    .select((eb) =>
      eb
        .selectFrom('emergency_action as e')
        .select(({ fn }) => fn.min('e.started_at').as('since'))
        .where('e.kind', '=', 'withhold_claim')
        .whereRef('e.target_id', '=', 'c.id')
        .where('e.ends_at', '>', now)
        .as('withheld_since'),
    )
    .where('c.provider_id', '=', providerId)
    .where(isOlder('c.valid_from', 'c.id', after))
    .orderBy('c.valid_from', 'desc')
    .orderBy('c.id', 'desc')
    .limit(limit)
    .execute();
}

export async function findCaseOfClaim(trx: Trx, claimId: string): Promise<string | undefined> {
  const { rows } = await sql<{ case_id: string }>`
    select d.case_id from claim c join decision d on d.id = c.decision_id where c.id = ${claimId}`.execute(trx);
  return rows[0]?.case_id;
}
