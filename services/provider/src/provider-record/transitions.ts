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

export const Transition = valueList('providerTransition', {
  publish: {
    en: 'Publish',
    fr: 'Publier',
    means: { en: 'Make the provider public. For owners.', fr: 'Rendre le prestataire public. Pour les titulaires.' },
  },
  unpublish: {
    en: 'Unpublish',
    fr: 'Dépublier',
    means: {
      en: 'Stop showing the provider. For owners.',
      fr: 'Ne plus afficher le prestataire. Pour les titulaires.',
    },
  },
  close: {
    en: 'Close for good',
    fr: 'Fermer définitivement',
    means: {
      en: 'Close the provider permanently. For owners.',
      fr: 'Fermer définitivement le prestataire. Pour les titulaires.',
    },
  },
  suspend: {
    en: 'Suspend',
    fr: 'Suspendre',
    means: { en: 'Suspend the provider. For operators.', fr: 'Suspendre le prestataire. Pour les opérateurs.' },
  },
  reinstate: {
    en: 'End the suspension',
    fr: 'Lever la suspension',
    means: { en: 'End a suspension. For operators.', fr: 'Mettre fin à une suspension. Pour les opérateurs.' },
  },
  withhold: {
    en: 'Hide',
    fr: 'Masquer',
    means: {
      en: 'Hide a published provider from the public. For operators.',
      fr: 'Masquer au public un prestataire publié. Pour les opérateurs.',
    },
  },
  release: {
    en: 'Show again',
    fr: 'Afficher de nouveau',
    means: {
      en: 'Stop hiding the provider: it is published again. For operators.',
      fr: 'Ne plus masquer le prestataire\u00a0: il est de nouveau publié. Pour les opérateurs.',
    },
  },
});
export const transitions = Transition.options;
