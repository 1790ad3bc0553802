import { isOlder, type PageWindow, type TimeAndId } from '@trust/service-kit/database/page-window';
import type { Selectable } from 'kysely';
import type { Db } from '../../app.ts';
import type { Claim, Recommendation } from '../../db/schema.ts';
import { type DecisionRow, decisionsAt } from '../record/decisions.ts';
import type { Case } from '../record/queries.ts';

export function listCases(db: Db, providerId: string, { after, limit }: PageWindow<TimeAndId>): Promise<Case[]> {
  return db
    .selectFrom('verification_case')
    .selectAll()
    .where('provider_id', '=', providerId)
    .where(isOlder('opened_at', 'id', after))
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export function findRecommendation(db: Db, id: string): Promise<Selectable<Recommendation> | undefined> {
  return db.selectFrom('recommendation').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The last decision of each case: of its review, or of an appeal. */
export function lastDecisions(db: Db, caseIds: readonly string[], now: Date): Promise<DecisionRow[]> {
  if (caseIds.length === 0) return Promise.resolve([]);
  return decisionsAt(db, now)
    .distinctOn('case_id')
    .where('case_id', 'in', caseIds)
    .orderBy('case_id')
    .orderBy('relation', (order) => order.asc().nullsLast())
    .execute();
}

export function claimsOf(db: Db, decisionId: string): Promise<Selectable<Claim>[]> {
  return db.selectFrom('claim').selectAll().where('decision_id', '=', decisionId).orderBy('claim_type').execute();
}
