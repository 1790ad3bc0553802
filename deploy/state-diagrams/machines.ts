import { processingTransitions } from '../../services/evidence/src/items/versions/processing.ts';
import { mediaTransitions } from '../../services/evidence/src/public-media/states.ts';
import { intentTransitions, sessionTransitions } from '../../services/evidence/src/upload/intents/states.ts';
import { fieldWorkTransitions } from '../../services/operations/src/field-work/states.ts';
import { recordTransitions } from '../../services/operations/src/interventions/operations-records/states.ts';
import { transitions as disputeTransitions } from '../../services/provider/src/customers/disputes/states.ts';
import { transitions as enquiryTransitions } from '../../services/provider/src/customers/enquiries/states.ts';
import {
  transitions as reviewTransitions,
  transitionsByAppeal,
} from '../../services/provider/src/customers/review-record/states.ts';
import { transitions as responseTransitions } from '../../services/provider/src/customers/review-responses/states.ts';
import { positionAfter, transitions } from '../../services/provider/src/provider-record/transitions.ts';
import { transitions as invitationTransitions } from '../../services/provider/src/registration/invitations/states.ts';
import { correctionTransitions } from '../../services/verification/src/case/corrections/transitions.ts';
import { caseTransitions } from '../../services/verification/src/case/record/transitions.ts';
import { visitTransitions } from '../../services/verification/src/case/visits/transitions.ts';
import { appealTransitions } from '../../services/verification/src/outcome/appeals/transitions.ts';
import { claimTransitions } from '../../services/verification/src/outcome/claims/transitions.ts';
import { paymentTransitions } from '../../services/webhooks/src/payments/intents/states.ts';

export type Move = { from: string; to: string; label?: string };

/** The first state is the one in which a thing begins. */
export type Machine = { first: string; moves: readonly Move[] };

type Table = Readonly<Record<string, readonly string[]>>;

/** A table lists the first state first. */
export function machineOf(table: Table): Machine {
  const [first = ''] = Object.keys(table);
  return { first, moves: movesOf(table) };
}

function movesOf(table: Table, label?: string): Move[] {
  return Object.entries(table).flatMap(([from, states]) =>
    states.map((to) => ({ from, to, ...(label !== undefined && { label }) })),
  );
}

const providerStates = ['draft', 'active', 'suspended', 'closed'] as const;
const publicationStates = ['unpublished', 'published', 'withheld'] as const;

/** Returns what each transition of a provider changes of its state or of its publication. */
function positionMoves(part: 'state' | 'publication'): Move[] {
  const moves = new Map<string, Move>();
  for (const state of providerStates)
    for (const publication of publicationStates)
      for (const label of transitions) {
        const before = { state, publication };
        const after = positionAfter(label, before);
        if (!after || after[part] === before[part]) continue;
        moves.set(`${before[part]} ${after[part]} ${label}`, { from: before[part], to: after[part], label });
      }
  return [...moves.values()];
}

/** By the name that a page uses in `<!-- states: name -->`. */
export const machines: Readonly<Record<string, Machine>> = {
  case: machineOf(caseTransitions),
  correction: machineOf(correctionTransitions),
  'field visit': machineOf(visitTransitions),
  appeal: machineOf(appealTransitions),
  claim: machineOf(claimTransitions),
  'upload intent': machineOf(intentTransitions),
  'upload session': machineOf(sessionTransitions),
  'evidence version': machineOf(processingTransitions),
  'public media': machineOf(mediaTransitions),
  'field work': machineOf(fieldWorkTransitions),
  incident: machineOf(recordTransitions),
  escalation: machineOf(recordTransitions),
  // A provider whose profile, service and location are there becomes active by itself (`activateIfComplete`).
  provider: { first: 'draft', moves: [{ from: 'draft', to: 'active', label: 'complete' }, ...positionMoves('state')] },
  publication: { first: 'unpublished', moves: positionMoves('publication') },
  invitation: machineOf(invitationTransitions),
  enquiry: machineOf(enquiryTransitions),
  review: { first: 'pending', moves: [...movesOf(reviewTransitions), ...movesOf(transitionsByAppeal, 'by appeal')] },
  'review response': machineOf(responseTransitions),
  dispute: machineOf(disputeTransitions),
  payment: machineOf(paymentTransitions),
};
