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

export function findLaterDecision(db: Db, id: string): Promise<DecisionRow | undefined> {
  return db.selectFrom('decision').selectAll().where('earlier_id', '=', id).executeTakeFirst();
}

/** Whether no appeal set the decision aside. For a query that has it as `d`. */
export const isInForce = sql<boolean>`not exists (
  select from decision later where later.earlier_id = d.id and later.relation = 'sets_aside')`;
