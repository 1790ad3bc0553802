import { valueList } from '@trust/contracts/values/value-list';
import { Problem } from '@trust/service-kit/problems/problem';
import type { z } from 'zod';

export const FieldWorkState = valueList('fieldWorkState', {
  created: {
    en: 'Being planned',
    fr: 'En préparation',
    means: { en: 'Waits for an agent and a time.', fr: 'Attend un agent et une date.' },
  },
  scheduled: {
    en: 'Scheduled',
    fr: 'Planifiée',
    means: { en: 'An agent visits at a known time.', fr: 'La visite d’un agent a une date.' },
  },
  in_progress: {
    en: 'In progress',
    fr: 'En cours',
    means: { en: 'The agent carries out the visit.', fr: 'L’agent effectue la visite.' },
  },
  on_hold: {
    en: 'On hold',
    fr: 'Suspendue',
    means: { en: 'Paused; the service level does not run.', fr: 'En pause\u00a0; le niveau de service ne court pas.' },
  },
  submitted: {
    en: 'Waiting for review',
    fr: 'En attente d’examen',
    means: { en: 'Results wait for review.', fr: 'Le compte rendu attend l’examen.' },
  },
  returned: {
    en: 'Returned',
    fr: 'Renvoyée',
    means: { en: 'The results were returned to the agent.', fr: 'Le compte rendu a été renvoyé à l’agent.' },
  },
  accepted: {
    en: 'Accepted',
    fr: 'Acceptée',
    means: { en: 'The results were accepted. Final.', fr: 'Le compte rendu a été accepté. Définitif.' },
  },
  cancelled: { en: 'Cancelled', fr: 'Annulée', means: { en: 'Cancelled. Final.', fr: 'Annulée. Définitif.' } },
  cannot_complete: {
    en: 'Could not be completed',
    fr: 'Non réalisable',
    means: { en: 'The visit was impossible. Final.', fr: 'La visite était impossible. Définitif.' },
  },
});
type FieldWorkState = z.output<typeof FieldWorkState>;

/** docs/domain/field-work.md 11; `allowed_transition` in the database has the same. */
export const fieldWorkTransitions: Record<FieldWorkState, readonly FieldWorkState[]> = {
  created: ['scheduled', 'cancelled', 'cannot_complete'],
  scheduled: ['in_progress', 'cancelled', 'cannot_complete'],
  in_progress: ['on_hold', 'submitted', 'cancelled', 'cannot_complete'],
  on_hold: ['scheduled', 'in_progress', 'submitted', 'cancelled', 'cannot_complete'],
  submitted: ['accepted', 'returned', 'cancelled', 'cannot_complete'],
  returned: ['scheduled', 'in_progress', 'cancelled', 'cannot_complete'],
  accepted: [],
  cancelled: [],
  cannot_complete: [],
};

export function isEnded(state: FieldWorkState): boolean {
  return fieldWorkTransitions[state].length === 0;
}

export const transitions = ['schedule', 'start', 'hold', 'resume', 'cannot_complete', 'accept', 'return'] as const;
export type Transition = (typeof transitions)[number];

type Rule = { by: readonly ('manager' | 'agent')[]; from: readonly FieldWorkState[]; to: FieldWorkState };

const open = ['created', 'scheduled', 'in_progress', 'on_hold', 'submitted', 'returned'] as const;

/** `schedule` of a scheduled item changes its time; of one on hold or returned it plans another day. */
export const rules: Record<Transition, Rule> = {
  schedule: { by: ['manager'], from: ['created', 'scheduled', 'on_hold', 'returned'], to: 'scheduled' },
  start: { by: ['agent'], from: ['scheduled'], to: 'in_progress' },
  hold: { by: ['manager', 'agent'], from: ['in_progress'], to: 'on_hold' },
  resume: { by: ['manager', 'agent'], from: ['on_hold', 'returned'], to: 'in_progress' },
  cannot_complete: { by: ['manager', 'agent'], from: open, to: 'cannot_complete' },
  accept: { by: ['manager'], from: ['submitted'], to: 'accepted' },
  return: { by: ['manager'], from: ['submitted'], to: 'returned' },
};

/** While a submission waits for review, the item keeps its agent. */
export const reassignable: readonly FieldWorkState[] = open.filter((state) => state !== 'submitted');

export function notFrom(state: FieldWorkState, action: string): Problem {
  return new Problem('invalid-transition', {
    en: `The work item is \`${state}\`, which does not allow \`${action}\`. Read it again.`,
    fr: `La visite est dans l’état \`${state}\`, qui ne permet pas \`${action}\`. Relisez-la.`,
  });
}
