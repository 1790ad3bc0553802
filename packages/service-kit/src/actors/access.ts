import type { Actor, Assignment } from '@trust/contracts/actor';
import { type Permission, representativePermissions } from '@trust/contracts/permissions';
import { missingPermission } from '@trust/contracts/problems/missing-permission';
import { z } from 'zod';
import { notFound, Problem } from '../problems/problem.ts';
import type { Access, Scope } from '../request-info.ts';
import { hasFreshSignIn, requireFreshSignIn } from './step-up.ts';
import { workspaceOf } from './workspace-of.ts';

export type Permits = {
  now: () => Date;
  /** The provider service reads its own table, which is current. */
  assignmentsOf: (actor: Actor) => Promise<readonly Assignment[]>;
  /** Whether this session has stepped up for the case (docs/domain/roles-and-step-up.md 15). */
  holdsStepUp: (actor: Actor, caseId: string) => Promise<boolean>;
};

export type PathParams = Readonly<Record<string, string>>;

export const inNoScope = { providerId: undefined, asOperator: false };

/** What opens an operation. `operators` need no assignment in scope `provider`. */
type Opening = { access: Access; scope?: Scope | undefined; operators?: Permission | undefined };

/** Throws without access. Returns the provider of a scoped route. */
export async function allow(
  { access, scope, operators }: Opening,
  actor: Actor,
  params: PathParams,
  { assignmentsOf }: Pick<Permits, 'assignmentsOf'>,
): Promise<{ providerId: string | undefined; asOperator: boolean }> {
  const isMissing = access !== 'session' && !actor.permissions.includes(access as never);
  if (!scope && isMissing) throw forbidden(access);
  if (!scope) return inNoScope;
  const assignments = await assignmentsOf(actor);
  const assignment =
    scope === 'workspace'
      ? workspaceOf(actor, assignments)
      : assignments.find((one) => one.providerId === params.providerId);
  if (!assignment && operators && actor.permissions.includes(operators as never))
    return { providerId: String(params.providerId), asOperator: true };
  if (!assignment) throw notFound();
  if (access !== 'session' && !representativePermissions[assignment.role].includes(access as never))
    throw forbidden(access);
  return { providerId: assignment.providerId, asOperator: false };
}

function forbidden(access: string): Problem {
  return new Problem('forbidden', missingPermission(access as Permission));
}

type Caller = { actor: Actor; asOperator: boolean; params: PathParams };

/** Of whom an operation needs a step-up, and whether one that the session holds for `{caseId}` counts. */
export type StepUpNeed = { of: 'everybody' | 'operators' | 'some' | undefined; mayBeHeld: boolean };

/** Throws 401 if the session lacks the step-up. */
export async function requireStepUp(need: StepUpNeed, caller: Caller, permits: Permits): Promise<void> {
  if (await lacksStepUp(need, caller, permits)) requireFreshSignIn(caller.actor, permits.now());
}

export async function lacksStepUp(
  { of, mayBeHeld }: StepUpNeed,
  { actor, asOperator, params: { caseId } }: Caller,
  { holdsStepUp, now }: Permits,
): Promise<boolean> {
  const isNeeded = of === 'everybody' || (of === 'operators' && asOperator);
  if (!isNeeded || hasFreshSignIn(actor, now())) return false;
  if (!mayBeHeld || actor.needsPasskey || !z.uuid().safeParse(caseId).success) return true;
  return !(await holdsStepUp(actor, String(caseId)));
}
