import type { Actor, Assignment } from '@trust/contracts/actor';
import type { providerStates, publicationStates } from '@trust/contracts/events/provider';
import { representativePermissions } from '@trust/contracts/permissions';
import type { transitions } from './schema.ts';

export type Transition = (typeof transitions)[number];
type State = (typeof providerStates)[number];
type Publication = (typeof publicationStates)[number];
export type Position = { state: State; publication: Publication };
export type ActingRole = 'owner' | 'operator';

type Rule = { by: ActingRole; from: readonly State[]; publication: readonly Publication[]; to: Partial<Position> };

const open = ['draft', 'active', 'suspended'] as const;
const anywhere = ['unpublished', 'published', 'withheld'] as const;

/** Contract §4. `publish` and `release` need more than the right state: see `publication/publishable.ts`. */
const rules: Record<Transition, Rule> = {
  publish: { by: 'owner', from: ['draft', 'active'], publication: ['unpublished'], to: { publication: 'published' } },
  unpublish: { by: 'owner', from: open, publication: ['published'], to: { publication: 'unpublished' } },
  close: { by: 'owner', from: open, publication: anywhere, to: { state: 'closed' } },
  suspend: { by: 'operator', from: ['active'], publication: anywhere, to: { state: 'suspended' } },
  reinstate: { by: 'operator', from: ['suspended'], publication: anywhere, to: { state: 'active' } },
  withhold: { by: 'operator', from: open, publication: ['published'], to: { publication: 'withheld' } },
  release: { by: 'operator', from: open, publication: ['withheld'], to: { publication: 'published' } },
};

/** Where a transition leads, or undefined where it is not possible. A closed provider is not left published. */
export function positionAfter(transition: Transition, { state, publication }: Position): Position | undefined {
  const { from, publication: among, to } = rules[transition];
  if (!from.includes(state) || !among.includes(publication)) return undefined;
  const closes = to.state === 'closed' && publication === 'published';
  return { state, publication: closes ? 'unpublished' : publication, ...to };
}

/**
 * As what the actor may ask for the transition. The route serves two parties, so it cannot have one permission: an operator's
 * moves need `operations.providers.manage`, an owner's the permission that only an owner's assignment carries.
 * `unknown`: the provider is none of the actor's, and must look like one that does not exist.
 */
export function actingRoleFor(
  transition: Transition,
  actor: Pick<Actor, 'permissions'>,
  assignment: Pick<Assignment, 'role'> | undefined,
): ActingRole | 'forbidden' | 'unknown' {
  const isOperator = actor.permissions.includes('operations.providers.manage');
  if (rules[transition].by === 'operator') return isOperator ? 'operator' : 'forbidden';
  if (!assignment) return isOperator ? 'forbidden' : 'unknown';
  return representativePermissions[assignment.role].includes('provider.representatives.manage') ? 'owner' : 'forbidden';
}
