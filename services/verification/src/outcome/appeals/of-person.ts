import type { Trx } from '../../app.ts';

/** Their statements are among the texts of the person. */
export async function findAppealsOf(trx: Trx, personId: string): Promise<unknown[]> {
  const rows = await trx
    .selectFrom('appeal')
    .select(['id', 'case_id', 'decision_id', 'state', 'grounds', 'submitted_at'])
    .where('submitted_by', '=', personId)
    .orderBy('submitted_at')
    .execute();
  return rows.map(({ id, case_id, decision_id, state, grounds, submitted_at }) => ({
    ...{ id, caseId: case_id, decisionId: decision_id, state, grounds, submittedAt: submitted_at },
  }));
}

/** A pending appeal goes on without its statement (docs/domain/appeal.md 27). */
export async function eraseStatements(trx: Trx, personId: string): Promise<void> {
  await trx
    .updateTable('appeal')
    .set({ statement: null })
    .where('submitted_by', '=', personId)
    .where('statement', 'is not', null)
    .execute();
}
