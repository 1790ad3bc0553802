import type { Trx } from '../../app.ts';
import { lockAnyPerson } from '../../people/persons.ts';
import { deleteAssignment, endUnchosenWorkspaces } from './queries.ts';

/** False if it had ended. */
export async function endAssignment(
  trx: Trx,
  { assignmentId, userId }: { assignmentId: string; userId: string },
): Promise<boolean> {
  // A new session of the person waits for this lock, and the other way round (foreign key).
  await lockAnyPerson(trx, userId);
  // Before the sessions: a choice locks its assignment first.
  if (!(await deleteAssignment(trx, assignmentId))) return false;
  await endUnchosenWorkspaces(trx, userId, assignmentId);
  return true;
}
