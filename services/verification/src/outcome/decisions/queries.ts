import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import { type DecisionRow, decisionsAt } from '../../case/record/decisions.ts';
import type { Case } from '../../case/record/queries.ts';
import type { Decision, DecisionClaim, Recommendation } from '../../db/schema.ts';

export function findDecision(db: Db, caseId: string, id: string, now: Date): Promise<DecisionRow | undefined> {
  return decisionsAt(db, now).where('case_id', '=', caseId).where('id', '=', id).executeTakeFirst();
}

/** Of any case of the same provider and category. */
export function findLastDecision(db: Db, caseId: string): Promise<DecisionRow | undefined> {
  return db
    .selectFrom('verification_case as c')
    .innerJoin('decision as d', (join) =>
      join.on('d.id', '=', sql<string>`last_decision(c.provider_id, c.category_key)`),
    )
    .selectAll('d')
    .where('c.id', '=', caseId)
    .executeTakeFirst();
}

/** Of any decision of the provider and category. */
export async function isAppealPending(
  db: Db,
  { provider_id, category_key }: Pick<Case, 'provider_id' | 'category_key'>,
): Promise<boolean> {
  const cases = db
    .selectFrom('verification_case')
    .select('id')
    .where('provider_id', '=', provider_id)
    .where('category_key', '=', category_key)
    .where('state', '=', 'under_appeal');
  return (await cases.executeTakeFirst()) !== undefined;
}

export function findDecisionLines(db: Db, decisionId: string) {
  return db
    .selectFrom('decision_claim as l')
    .innerJoin('case_check as k', 'k.id', 'l.check_id')
    .innerJoin('requirement as r', (join) =>
      join.onRef('r.requirement_version_id', '=', 'l.requirement_version_id').onRef('r.key', '=', 'l.requirement_key'),
    )
    .leftJoin('claim as c', (join) =>
      join.onRef('c.decision_id', '=', 'l.decision_id').onRef('c.claim_type', '=', 'l.claim_type'),
    )
    .selectAll('l')
    .select(['k.method', 'c.id as claim_id', 'c.limitations as claim_limitations'])
    .where('l.decision_id', '=', decisionId)
    .orderBy('r.position')
    .execute();
}

/**
 * Whether the decision refused a claim, or granted one with limits of its own or for at least a day less than the whole time, that an
 * appeal would judge.
 */
export async function hasAppealGround(db: Db, decisionId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (
      select from case_requirement r
        join requirement q on q.requirement_version_id = r.requirement_version_id and q.key = r.requirement_key
        left join decision_claim l on l.decision_id = d.id and l.requirement_key = r.requirement_key
        left join claim g on g.decision_id = l.decision_id and g.claim_type = l.claim_type
      where r.case_id = d.case_id and is_judged_on_appeal(d, q.claim_type, ${now})
        and (l.result is distinct from 'granted' or not g.limitations <@ q.claim_limitations or is_shortened(l))) as has
    from decision d where d.id = ${decisionId}`.execute(db);
  return rows[0]?.has === true;
}

/** Who recommended to set another decision aside; undefined for decisions that set none aside. */
export async function findAppealRecommender(db: Db, decisionId: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('appeal_decision as a')
    .innerJoin('appeal_recommendation as r', 'r.appeal_id', 'a.appeal_id')
    .select('r.recommender_id')
    .where('a.decision_id', '=', decisionId)
    .executeTakeFirst();
  return found?.recommender_id;
}

export function findRecommended(
  db: Db,
  recommendationId: string,
): Promise<Pick<Selectable<Recommendation>, 'outcome' | 'limitations' | 'refused_claims'>> {
  return db
    .selectFrom('recommendation')
    .select(['outcome', 'limitations', 'refused_claims'])
    .where('id', '=', recommendationId)
    .executeTakeFirstOrThrow();
}

export function insertDecision(trx: Trx, decision: Insertable<Decision>): Promise<DecisionRow> {
  return trx.insertInto('decision').values(decision).returningAll().executeTakeFirstOrThrow();
}

export async function insertDecisionClaims(trx: Trx, lines: Insertable<DecisionClaim>[]): Promise<void> {
  if (lines.length === 0) return;
  await trx.insertInto('decision_claim').values(lines).execute();
}
