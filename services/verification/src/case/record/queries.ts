import { type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { CaseDuty, CaseOutcome, CaseRevision, CaseState, VerificationCase } from '../../db/schema.ts';
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

/** Read it before the rest of the case, which may then be newer, never older. */
export function revisionsOf(db: Db, caseId: string): Promise<Selectable<CaseRevision> | undefined> {
  return db.selectFrom('case_revision').selectAll().where('case_id', '=', caseId).executeTakeFirst();
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

/** Oldest first, as a decision locks them. */
export async function lockCasesOf(trx: Trx, providerId: string): Promise<void> {
  await trx
    .selectFrom('verification_case')
    .select('id')
    .where('provider_id', '=', providerId)
    .orderBy('opened_at')
    .orderBy('id')
    .forUpdate()
    .execute();
}

export function updateCase(trx: Trx, { id, state }: Case, changes: CaseChanges): Promise<Case> {
  return trx
    .updateTable('verification_case')
    .set(changes)
    .where('id', '=', id)
    .where('state', '=', state)
    .returningAll()
    .executeTakeFirstOrThrow();
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

export async function hasReviewed(trx: Trx, personId: string, caseId: string): Promise<boolean> {
  const { rows } = await sql<{ reviewed: boolean }>`select has_reviewed(${personId}, ${caseId}) as reviewed`.execute(
    trx,
  );
  return rows[0]?.reviewed === true;
}

export async function hasParticipated(trx: Trx, personId: string, caseId: string): Promise<boolean> {
  const { rows } = await sql<{
    participated: boolean;
  }>`select took_part(${personId}, ${caseId}) as participated`.execute(trx);
  return rows[0]?.participated === true;
}

/** One of the duties, as the database says. */
export async function mayHold(db: Db, personId: string, caseId: string, duties: readonly CaseDuty[]): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select exists (
      select from unnest(${duties}::case_duty[]) duty where not kept_from_duty(${personId}, ${caseId}, duty)) as may`.execute(
    db,
  );
  return rows[0]?.may === true;
}

/** Until then an appeal takes new documents; undefined for every other case. Nothing extends it (docs/domain/appeal.md 6). */
export async function findEvidenceDueAt(db: Db, caseId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('appeal')
    .select('evidence_due_at')
    .where('evidence_case_id', '=', caseId)
    .executeTakeFirst();
  return row?.evidence_due_at ?? undefined;
}
