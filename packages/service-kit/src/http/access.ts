import type { Actor, Assignment } from '@trust/contracts/actor';
import { type Permission, representativePermissions } from '@trust/contracts/permissions';
import { missingPermission } from '@trust/contracts/problems/missing-permission';
import { z } from 'zod';
import { hasFreshSignIn, requireFreshSignIn } from '../actors/step-up.ts';
import { workspaceOf } from '../actors/workspace-of.ts';
import { notFound, Problem } from '../problems/problem.ts';
import { type Declaration, stepUpOf } from './route.ts';

export type Permits = {
  now: () => Date;
  /** The provider service reads its own table, which is current. */
  assignmentsOf: (actor: Actor) => Promise<readonly Assignment[]>;
  /** Whether this session has stepped up for the case (docs/domain/roles-and-step-up.md 15). */
  holdsStepUp: (actor: Actor, caseId: string) => Promise<boolean>;
};

export type PathParams = Readonly<Record<string, string>>;

export const inNoScope = { providerId: undefined, asOperator: false };

/** Throws without access. Returns the provider of a scoped route. */
export async function allow(
  { access, scope, operators }: Declaration,
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

/** Throws 401 if the declaration needs a step-up that the session does not have. */
export async function requireStepUp(declaration: Declaration, caller: Caller, permits: Permits): Promise<void> {
  if (await lacksStepUp(declaration, caller, permits)) requireFreshSignIn(caller.actor, permits.now());
}

export async function lacksStepUp(
  declaration: Declaration,
  { actor, asOperator, params }: Caller,
  { holdsStepUp, now }: Permits,
): Promise<boolean> {
  const of = stepUpOf(declaration);
  const isNeeded = of === 'everybody' || (of === 'operators' && asOperator);
  if (!isNeeded || hasFreshSignIn(actor, now())) return false;
  const mayHold = declaration.stepUp === 'unless-held' && !actor.needsPasskey;
  const { caseId } = params;
  return !(mayHold && z.uuid().safeParse(caseId).success && (await holdsStepUp(actor, String(caseId))));
}
