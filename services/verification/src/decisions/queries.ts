import type { Insertable, Selectable } from 'kysely';
import type { Db, Trx } from '../app.ts';
import type { Decision, DecisionClaim } from '../db/schema.ts';

export type DecisionRow = Selectable<Decision>;

export function findDecision(db: Db, caseId: string): Promise<DecisionRow | undefined> {
  return db.selectFrom('decision').selectAll().where('case_id', '=', caseId).executeTakeFirst();
}

export function insertDecision(trx: Trx, decision: Insertable<Decision>): Promise<DecisionRow> {
  return trx.insertInto('decision').values(decision).returningAll().executeTakeFirstOrThrow();
}

export async function insertDecisionClaims(trx: Trx, lines: Insertable<DecisionClaim>[]): Promise<void> {
  await trx.insertInto('decision_claim').values(lines).execute();
}
