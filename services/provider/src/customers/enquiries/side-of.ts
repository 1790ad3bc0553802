import { type Actor, type Assignment, needsWorkspaceChoice, type WorkspaceOfActor } from '@trust/contracts/actor';
import { representativePermissions } from '@trust/contracts/permissions';
import { notFound, Problem } from '@trust/service-kit/problems/problem';
import type { Db } from '../../app.ts';
import { findAssignments } from '../../provider-record/assignments.ts';
import type { EnquirySide } from './states.ts';

export type ActingPerson = Pick<Actor, 'userId'> & WorkspaceOfActor;
type Parties = { customer_id: string; provider_id: string };

/** Throws 404 for everybody but the two sides. A representative acts for the selected workspace. */
export async function sideOf(db: Db, actor: ActingPerson, parties: Parties | undefined): Promise<EnquirySide> {
  if (!parties) throw notFound();
  if (parties.customer_id === actor.userId) return 'customer';
  const assignments = await findAssignments(db, actor.userId);
  const own = assignments.find(({ providerId }) => providerId === parties.provider_id);
  if (!own || isOther(actor.workspaceProviderId, own, assignments)) throw notFound();
  const isOnlyOne = assignments.length === 1 && !needsWorkspaceChoice(actor, assignments);
  if (actor.workspaceProviderId !== own.providerId && !isOnlyOne) throw new Problem('ambiguous-assignment');
  if (!representativePermissions[own.role].includes('provider.enquiries.manage')) throw new Problem('forbidden');
  return 'provider';
}

/** Another workspace is selected. One whose assignment has ended is no other: it needs a new choice. */
function isOther(selected: string | undefined, own: Assignment, assignments: readonly Assignment[]): boolean {
  return selected !== own.providerId && assignments.some(({ providerId }) => providerId === selected);
}
