import { isOlder, type PageWindow, type TimeAndId } from '@trust/service-kit/database/page-window';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { CaseOutcome, CaseState, Recommendation, VerificationCase } from '../../db/schema.ts';
import { openStates } from './transitions.ts';

export type Case = Selectable<VerificationCase>;
export type CaseChanges = Partial<{
  state: CaseState;
  outcome: CaseOutcome;
  recommendation_id: string | null;
  recommender_id: string | null;
  correction_due_at: Date | null;
}>;

export function findCase(db: Db, id: string): Promise<Case | undefined> {
  return db.selectFrom('verification_case').selectAll().where('id', '=', id).executeTakeFirst();
}

export function lockCase(trx: Trx, id: string): Promise<Case | undefined> {
  return trx.selectFrom('verification_case').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

type OpenCases = { providerId: string; categoryKey?: string } | { selectionId: string };

export function lockOpenCases(trx: Trx, of: OpenCases): Promise<Case[]> {
  const open = trx.selectFrom('verification_case').selectAll().where('state', 'in', openStates);
  const selected =
    'selectionId' in of
      ? open.where('selection_id', '=', of.selectionId)
      : open
          .where('provider_id', '=', of.providerId)
          .$if(of.categoryKey !== undefined, (cases) => cases.where('category_key', '=', of.categoryKey ?? ''));
  return selected.orderBy('id').forUpdate().execute();
}

/** Undefined if the provider already has an open case for the category (promise M3). */
export function insertCase(trx: Trx, values: Insertable<VerificationCase>): Promise<Case | undefined> {
  return trx
    .insertInto('verification_case')
    .values(values)
    .onConflict((conflict) => conflict.columns(['provider_id', 'category_key']).where(isOpen).doNothing())
    .returningAll()
    .executeTakeFirst();
}

// Literals, not parameters: Postgres matches a partial index by its predicate.
const isOpen = sql.raw<boolean>(`state in (${openStates.map((state) => `'${state}'`).join(', ')})`);

export function updateCase(trx: Trx, { id, state }: Case, changes: CaseChanges): Promise<Case> {
  return trx
    .updateTable('verification_case')
    .set(changes)
    .where('id', '=', id)
    .where('state', '=', state)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function addCaseRequirements(
  trx: Trx,
  { id, requirement_version_id }: Case,
  keys?: readonly string[],
): Promise<void> {
  await trx
    .insertInto('case_requirement')
    .columns(['case_id', 'requirement_version_id', 'requirement_key'])
    .expression(
      trx
        .selectFrom('requirement')
        .select([sql.val(id).as('case_id'), 'requirement_version_id', 'key'])
        .where('requirement_version_id', '=', requirement_version_id)
        .$if(keys !== undefined, (requirements) => requirements.where('key', 'in', keys ?? [])),
    )
    .execute();
}

export async function requirementKeysOf(trx: Trx, caseId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('case_requirement as c')
    .innerJoin('requirement as r', (join) =>
      join.onRef('r.requirement_version_id', '=', 'c.requirement_version_id').onRef('r.key', '=', 'c.requirement_key'),
    )
    .select('r.key')
    .where('c.case_id', '=', caseId)
    .orderBy('r.position')
    .execute();
  return rows.map(({ key }) => key);
}

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

export function insertRecommendation(
  trx: Trx,
  values: Insertable<Recommendation>,
): Promise<Selectable<Recommendation>> {
  return trx.insertInto('recommendation').values(values).returningAll().executeTakeFirstOrThrow();
}

export function findRecommendation(db: Db, id: string): Promise<Selectable<Recommendation> | undefined> {
  return db.selectFrom('recommendation').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Null before a decision. */
/** The newest one of the provider and category until a time, whatever case it is of. */
export function findLastDecision(
  trx: Trx,
  { provider_id, category_key }: Pick<Case, 'provider_id' | 'category_key'>,
  until: Date,
): Promise<{ outcome: CaseOutcome; decidedAt: Date } | undefined> {
  return trx
    .selectFrom('decision as d')
    .innerJoin('verification_case as c', 'c.id', 'd.case_id')
    .select(['d.outcome', 'd.decided_at as decidedAt'])
    .where('c.provider_id', '=', provider_id)
    .where('c.category_key', '=', category_key)
    .where('d.decided_at', '<=', until)
    .orderBy('d.decided_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function hasReviewed(trx: Trx, personId: string, caseId: string): Promise<boolean> {
  const { rows } = await sql<{ reviewed: boolean }>`select has_reviewed(${personId}, ${caseId}) as reviewed`.execute(
    trx,
  );
  return rows[0]?.reviewed === true;
}

/** Operators who reviewed or decided the case or an appeal of it; `judged_reviewed_case` in the database rejects the same. */
export async function judgesOf(trx: Trx, caseId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select assignee_id as id from case_assignment where case_id = ${caseId} and duty in ('review', 'decide', 'appeal')
    union select checked_by from case_check where case_id = ${caseId}
    union select recommender_id from recommendation where case_id = ${caseId} order by 1`.execute(trx);
  return rows.map(({ id }) => id);
}

export async function hasParticipated(trx: Trx, personId: string, caseId: string): Promise<boolean> {
  const { rows } = await sql<{
    participated: boolean;
  }>`select took_part(${personId}, ${caseId}) as participated`.execute(trx);
  return rows[0]?.participated === true;
}
