import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { Appeal, AppealDecision, AppealRecommendation, AppealState } from '../../db/schema.ts';

export type AppealRow = Selectable<Appeal>;
export type AppealDecisionRow = Selectable<AppealDecision>;
export type AppealRecommendationRow = Selectable<AppealRecommendation>;

export function findAppeal(db: Db, caseId: string, id: string): Promise<AppealRow | undefined> {
  return db.selectFrom('appeal').selectAll().where('case_id', '=', caseId).where('id', '=', id).executeTakeFirst();
}

export function listAppealsOf(db: Db, caseId: string): Promise<AppealRow[]> {
  return db.selectFrom('appeal').selectAll().where('case_id', '=', caseId).orderBy('submitted_at').execute();
}

export function findPendingAppeal(db: Db, caseId: string): Promise<AppealRow | undefined> {
  return db
    .selectFrom('appeal')
    .selectAll()
    .where('case_id', '=', caseId)
    .where('state', 'in', ['submitted', 'in_review'])
    .executeTakeFirst();
}

export function findAppealOfDecision(db: Db, decisionId: string): Promise<AppealRow | undefined> {
  return db.selectFrom('appeal').selectAll().where('decision_id', '=', decisionId).executeTakeFirst();
}

export function findAppealDecision(db: Db, appealId: string): Promise<AppealDecisionRow | undefined> {
  return db.selectFrom('appeal_decision').selectAll().where('appeal_id', '=', appealId).executeTakeFirst();
}

export function findAppealRecommendation(db: Db, appealId: string): Promise<AppealRecommendationRow | undefined> {
  return db.selectFrom('appeal_recommendation').selectAll().where('appeal_id', '=', appealId).executeTakeFirst();
}

type RecommendedClaim = {
  type: string;
  result: 'granted' | 'refused';
  limitations: string[];
  validUntil?: string | undefined;
};

/** As `createAppealRecommendation` wrote them. */
export function recommendedClaims({ claims }: Pick<AppealRecommendationRow, 'claims'>): RecommendedClaim[] {
  return claims as RecommendedClaim[];
}

export async function insertAppealRecommendation(
  trx: Trx,
  recommendation: Omit<Insertable<AppealRecommendation>, 'heard_by'>,
): Promise<void> {
  await trx.insertInto('appeal_recommendation').values(recommendation).execute();
}

/** Whether the triggers would accept somebody else as the next assignee. */
export async function mayOthersDecide(trx: Trx, { case_id }: AppealRow, actorId: string): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select exists (
      select from operator o
      where o.permissions @> array['verification.appeals.review'] and o.user_id <> ${actorId}
        and not kept_from_duty(o.user_id, ${case_id}, 'appeal')
        and not exists (
          select from case_assignment a where a.case_id = ${case_id} and a.assignee_id = o.user_id and a.duty = 'appeal' and worked_for(a))
    ) as may`.execute(trx);
  return rows[0]?.may === true;
}

export function insertAppeal(trx: Trx, appeal: Insertable<Appeal>): Promise<AppealRow> {
  return trx.insertInto('appeal').values(appeal).returningAll().executeTakeFirstOrThrow();
}

export async function insertAppealDecision(trx: Trx, decision: Insertable<AppealDecision>): Promise<void> {
  await trx.insertInto('appeal_decision').values(decision).execute();
}

export function updateAppeal(trx: Trx, { id, state }: AppealRow, to: AppealState): Promise<AppealRow> {
  return trx
    .updateTable('appeal')
    .set({ state: to })
    .where('id', '=', id)
    .where('state', '=', state)
    .returningAll()
    .executeTakeFirstOrThrow();
}
