import type { Actor, Assignment } from '@trust/contracts/actor';
import type { providerStates, publicationStates } from '@trust/contracts/events/provider';
import { representativePermissions } from '@trust/contracts/permissions';
import { valueList } from '@trust/contracts/value-list';

export type Transition = (typeof transitions)[number];
type State = (typeof providerStates)[number];
type Publication = (typeof publicationStates)[number];
export type Position = { state: State; publication: Publication };
export type ActingRole = 'owner' | 'operator';

type Rule = { by: ActingRole; from: readonly State[]; publication: readonly Publication[]; to: Partial<Position> };

const open = ['draft', 'active', 'suspended'] as const;
const anyPublication = ['unpublished', 'published', 'withheld'] as const;

/** Contract §4. `publish` and `release` also need what `publication/publishable.ts` checks. */
const rules: Record<Transition, Rule> = {
  publish: { by: 'owner', from: ['draft', 'active'], publication: ['unpublished'], to: { publication: 'published' } },
  unpublish: { by: 'owner', from: open, publication: ['published'], to: { publication: 'unpublished' } },
  close: { by: 'owner', from: open, publication: anyPublication, to: { state: 'closed' } },
  suspend: { by: 'operator', from: ['active'], publication: anyPublication, to: { state: 'suspended' } },
  reinstate: { by: 'operator', from: ['suspended'], publication: anyPublication, to: { state: 'active' } },
  withhold: { by: 'operator', from: open, publication: ['published'], to: { publication: 'withheld' } },
  release: { by: 'operator', from: open, publication: ['withheld'], to: { publication: 'published' } },
};

export function positionAfter(transition: Transition, { state, publication }: Position): Position | undefined {
  const { from, publication: allowed, to } = rules[transition];
  if (!from.includes(state) || !allowed.includes(publication)) return undefined;
  const isUnpublished = to.state === 'closed' && publication === 'published';
  return { state, publication: isUnpublished ? 'unpublished' : publication, ...to };
}

/** Only owners have `provider.representatives.manage`. `unknown`: answer 404 (promise D2). */
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

export const Transition = valueList({
  publish: { en: 'Publish', fr: '', means: 'Make the provider public. For owners.' },
  unpublish: { en: 'Unpublish', fr: '', means: 'Stop showing the provider. For owners.' },
  close: { en: 'Close', fr: '', means: 'Close the provider permanently. For owners.' },
  suspend: { en: 'Suspend', fr: '', means: 'Suspend the provider. For operators.' },
  reinstate: { en: 'Reinstate', fr: '', means: 'End a suspension. For operators.' },
  withhold: { en: 'Withhold', fr: '', means: 'Hide the provider. For operators.' },
  release: { en: 'Release', fr: '', means: 'Stop hiding the provider. For operators.' },
});
export const transitions = Transition.options;
