import type { Actor } from '@trust/contracts/actor';
import { representativePermissions } from '@trust/contracts/permissions';
import { notFound, Problem } from '@trust/service-kit/problems/problem';
import type { Db } from '../../app.ts';
import { activeAssignments } from '../../case/record/assignments.ts';
import { type Case, findCase } from '../../case/record/queries.ts';
import { isRepresentativeOf } from '../../case/record/separation-of-duties.ts';
import { canSeeCase } from '../../case/record/visibility.ts';

/** A case that the actor can read, and which view of its appeals; 404 for any other (promise D2). */
export async function findReadableCase(
  db: Db,
  caseId: string,
  actor: Actor,
): Promise<{ found: Case; isRepresentative: boolean }> {
  const found = await findCase(db, caseId);
  if (!found) throw notFound();
  const isRepresentative = isRepresentativeOf(actor, found.provider_id);
  if (!isRepresentative && !(await canSeeCase(db, actor, found, await activeAssignments(db, found.id))))
    throw notFound();
  return { found, isRepresentative };
}

/** Owners alone have it: a provider has one appeal (docs/domain/appeal.md 1, 25). */
export const ofOwners = 'provider.representatives.manage';

/** 404 for anybody but a representative of the case's provider, 403 for who does not own it. */
export async function findOwnCase(db: Db, caseId: string, actor: Actor): Promise<Case> {
  const found = await findCase(db, caseId);
  const assignment = found && actor.assignments.find(({ providerId }) => providerId === found.provider_id);
  if (!found || !assignment) throw notFound();
  if (!representativePermissions[assignment.role].includes(ofOwners)) throw new Problem('forbidden');
  return found;
}
