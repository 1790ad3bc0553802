import { type Selectable, sql } from 'kysely';
import type { Db } from '../../app.ts';
import type { CaseOutcome, Decision } from '../../db/schema.ts';

export type DecisionRow = Selectable<Decision>;

export function grantsClaims(outcome: CaseOutcome): boolean {
  return outcome === 'verified' || outcome === 'verified_with_limitations';
}

/** The end of the appeal period includes the pauses until now; it replaces the recorded one, as the later column. */
export function decisionsAt(db: Db, now: Date) {
  return db
    .selectFrom('decision')
    .selectAll()
    .select(sql<Date | null>`appeal_end(decision, ${now})`.as('appeal_ends_at'));
}

/**
 * The decision of its appeal; else the next one, once later decisions judged again every claim that this one judged
 * (docs/domain/appeal.md 4).
 */
export async function findReplacingDecision(db: Db, id: string): Promise<DecisionRow | undefined> {
  const { rows } = await sql<DecisionRow>`
    select later.* from decision d join verification_case own on own.id = d.case_id
      join verification_case other on other.provider_id = own.provider_id and other.category_key = own.category_key
      join decision later on later.case_id = other.id
      cross join lateral (select later.earlier_id is not distinct from d.id as is_next, later.relation is not distinct from 'sets_aside' as is_of_appeal) as so
    where d.id = ${id} and (
      is_of_appeal and is_next
      or not is_of_appeal and (later.decided_at, later.id) > (d.decided_at, d.id) and is_replaced(d))
    order by is_of_appeal desc, is_next desc, later.decided_at limit 1`.execute(db);
  return rows[0];
}

/** Types of the claims that an appeal of the decision judges (docs/domain/appeal.md 4). */
export async function findTypesOnAppeal(db: Db, id: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ claim_type: string }>`
    select q.claim_type from decision d join case_requirement k on k.case_id = d.case_id
      join requirement q on q.requirement_version_id = k.requirement_version_id and q.key = k.requirement_key
    where d.id = ${id} and is_judged_on_appeal(d, q.claim_type, ${now}) order by q.position`.execute(db);
  return rows.map(({ claim_type }) => claim_type);
}
