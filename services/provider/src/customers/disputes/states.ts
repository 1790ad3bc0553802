import { valueList } from '@trust/contracts/values/value-list';

export const DisputeState = valueList({
  open: { en: 'Open', fr: 'Ouvert', means: 'Opened, before the other side is asked. Responses do not show it.' },
  awaiting_response: {
    en: 'Waiting for the other side',
    fr: 'En attente de l’autre partie',
    means: 'The other side can respond until `responseDueAt`.',
  },
  under_review: { en: 'Under review', fr: 'En cours d’examen', means: 'Waits for the decision of an operator.' },
  resolved: { en: 'Decided', fr: 'Tranché', means: 'Decided. Only an appeal can change the outcome.' },
  withdrawn: { en: 'Withdrawn', fr: 'Retiré', means: 'Withdrawn by the side that opened it. Final.' },
});
export const disputeStates = DisputeState.options;
export type DisputeState = (typeof disputeStates)[number];

/** docs/domain/reviews-and-disputes.md 31; `allowed_transition` in the database has the same (promise M1). */
export const transitions: Readonly<Record<DisputeState, readonly DisputeState[]>> = {
  open: ['awaiting_response', 'withdrawn'],
  awaiting_response: ['under_review', 'withdrawn'],
  under_review: ['resolved', 'withdrawn'],
  resolved: [],
  withdrawn: [],
};

/** Without a response it is under review once that was due (promise M4). */
export function stateAt({ state, response_due_at }: { state: DisputeState; response_due_at: Date }, at: Date) {
  return state === 'awaiting_response' && response_due_at <= at ? 'under_review' : state;
}
