import type { Actor } from '@trust/contracts/actor';
import type { Db } from '../../app.ts';
import type { CaseDuty, CaseState } from '../../db/schema.ts';
import { type Assignment, assigneeOf } from './assignments.ts';
import { permittedDuties } from './duty.ts';
import { type Case, mayHold } from './queries.ts';
import { isRepresentativeOf } from './separation-of-duties.ts';

type Visible = Pick<Case, 'id' | 'provider_id' | 'state'>;

export const casePermissions = [
  'verification.cases.assign',
  'verification.cases.review',
  'verification.cases.decide',
  'verification.appeals.review',
] as const;

export function hasCasePermission({ permissions }: Actor): boolean {
  return casePermissions.some((permission) => permissions.includes(permission));
}

const decidable: readonly CaseState[] = ['recommended', 'decided', 'under_appeal', 'closed'];

/** Promise D2: assignees see their cases and, in the states of a duty, those who may hold it see free ones. */
export async function canSeeCase(
  db: Db,
  actor: Actor,
  found: Visible,
  assignments: readonly Assignment[],
): Promise<boolean> {
  const free = waysToSee(actor, found, assignments);
  if (free === 'always' || free.length === 0) return free === 'always';
  return mayHold(db, actor.userId, found.id, free);
}

/** Also for who may not hold a free duty: whoever asks for it, or for its work, is told so. */
export function mayAskForDuty(actor: Actor, found: Visible, assignments: readonly Assignment[]): boolean {
  return waysToSee(actor, found, assignments).length > 0;
}

/** Or the free duties that give the view to who may hold one. */
function waysToSee(actor: Actor, found: Visible, assignments: readonly Assignment[]): 'always' | CaseDuty[] {
  if (isRepresentativeOf(actor, found.provider_id)) return [];
  const permitted = permittedDuties(actor.permissions);
  const isOwn = (duty: CaseDuty) => assigneeOf(assignments, duty) === actor.userId;
  if (actor.permissions.includes('verification.cases.assign') || permitted.some(isOwn)) return 'always';
  const isDecidable = decidable.includes(found.state);
  const isWaiting = { review: !isDecidable, decide: isDecidable, appeal: found.state === 'under_appeal' };
  return permitted.filter((duty) => isWaiting[duty] && assigneeOf(assignments, duty) === undefined);
}
