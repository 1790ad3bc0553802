import type { Actor, Assignment } from '@trust/contracts/actor';
import type { ProviderState, PublicationState } from '@trust/contracts/events/provider';
import { representativePermissions } from '@trust/contracts/permissions';
import { valueList } from '@trust/contracts/values/value-list';
import type { z } from 'zod';

export type Transition = (typeof transitions)[number];
type State = z.output<typeof ProviderState>;
type Publication = z.output<typeof PublicationState>;
export type Position = { state: State; publication: Publication };
export type ActingRole = 'owner' | 'operator';

type Rule = { by: ActingRole; from: readonly State[]; publication: readonly Publication[]; to: Partial<Position> };

const open = ['draft', 'active', 'suspended'] as const;
const anyPublication = ['unpublished', 'published', 'withheld'] as const;

/** docs/domain/provider-record.md 3. `publish` and `release` also need what `publication/publishable.ts` checks. */
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
  publish: { en: 'Publish', fr: 'Publier', means: 'Make the provider public. For owners.' },
  unpublish: { en: 'Unpublish', fr: 'Dépublier', means: 'Stop showing the provider. For owners.' },
  close: { en: 'Close for good', fr: 'Fermer définitivement', means: 'Close the provider permanently. For owners.' },
  suspend: { en: 'Suspend', fr: 'Suspendre', means: 'Suspend the provider. For operators.' },
  reinstate: { en: 'End the suspension', fr: 'Lever la suspension', means: 'End a suspension. For operators.' },
  withhold: { en: 'Hide', fr: 'Masquer', means: 'Hide a published provider from the public. For operators.' },
  release: {
    en: 'Show again',
    fr: 'Afficher de nouveau',
    means: 'Stop hiding the provider: it is published again. For operators.',
  },
});
export const transitions = Transition.options;
