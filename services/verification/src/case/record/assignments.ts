import type { LostWorkReason } from '@trust/contracts/reasons/lost-work';
import type { Insertable, Selectable } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { CaseAssignment, CaseDuty } from '../../db/schema.ts';
import { insertLostDuty } from '../../holding/queries.ts';
import { openStates } from './transitions.ts';

export type Assignment = Selectable<CaseAssignment>;

/** The assignee of a pending appeal also works on its evidence case. */
export function activeAssignments(db: Db, caseId: string): Promise<Assignment[]> {
  return db
    .selectFrom('case_assignment')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('case_id', '=', caseId),
        eb.and([
          eb('duty', '=', 'appeal'),
          eb(
            'case_id',
            'in',
            eb
              .selectFrom('appeal')
              .select('appeal.case_id')
              .where('evidence_case_id', '=', caseId)
              .where('state', 'in', ['submitted', 'in_review']),
          ),
        ]),
      ]),
    )
    .where('ended_at', 'is', null)
    .orderBy('duty')
    .execute();
}

export function assigneeOf(assignments: readonly Assignment[], duty: CaseDuty): string | undefined {
  return assignments.find((assignment) => assignment.duty === duty)?.assignee_id;
}

/** Of a person who holds a duty of the case. Nobody holds two. */
export async function heldAssignment(db: Db, caseId: string, userId: string): Promise<Assignment> {
  const held = (await activeAssignments(db, caseId)).find(({ assignee_id }) => assignee_id === userId);
  if (!held) throw new Error('The person holds no duty of the case.');
  return held;
}

export async function insertAssignment(trx: Trx, values: Insertable<CaseAssignment>): Promise<void> {
  await trx.insertInto('case_assignment').values(values).execute();
}

/** With `because`, the assignee is told why (promise T9). */
export async function endAssignment(
  trx: Trx,
  where: { caseId: string; duty: CaseDuty; because?: LostWorkReason | undefined },
  at: Date,
): Promise<void> {
  const ended = await trx
    .updateTable('case_assignment')
    .set(({ fn, ref, val }) => ({ ended_at: fn('greatest', [ref('assigned_at'), val(at)]) }))
    .where('case_id', '=', where.caseId)
    .where('duty', '=', where.duty)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (ended && where.because) await insertLostDuty(trx, ended.id, where.because);
}

/** Unfinished duties of open cases. A recommended case needs no more review. */
export async function countUnfinishedCases(trx: Trx, assigneeId: string, now: Date): Promise<number> {
  const { count } = await trx
    .selectFrom('case_assignment as held')
    .innerJoin('verification_case as c', 'c.id', 'held.case_id')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('held.assignee_id', '=', assigneeId)
    .where('held.ended_at', 'is', null)
    .where('c.state', 'in', [...openStates, 'under_appeal'])
    .where((eb) => eb.not(eb.and([eb('c.state', '=', 'recommended'), eb('held.duty', '=', 'review')])))
    .where((eb) => eb.or([eb('c.correction_due_at', 'is', null), eb('c.correction_due_at', '>', now)]))
    .executeTakeFirstOrThrow();
  return Number(count);
}
