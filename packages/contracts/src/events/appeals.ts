import { z } from 'zod';
import { aggregate, event, snapshotOf } from '../event.ts';
import { AppealId, CaseId, CatalogKey, DecisionId, OccurredAt, ProviderId } from '../fields.ts';
import { valueList } from '../values/value-list.ts';

const ofCase = aggregate('case', (payload: { caseId: string }) => payload.caseId);

export const AppealState = valueList({
  submitted: { en: 'Submitted', fr: 'Déposé', means: 'Submitted; nobody examines it yet.' },
  in_review: { en: 'In review', fr: 'En cours d’examen', means: 'Somebody examines it.' },
  upheld: { en: 'Upheld', fr: 'Confirmée', means: 'The appealed decision was confirmed. Final.' },
  overturned: { en: 'Overturned', fr: 'Annulée', means: 'A new decision replaces the appealed one. Final.' },
  partly_overturned: {
    en: 'Partly overturned',
    fr: 'Annulée en partie',
    means: 'A new decision replaces a part of the appealed one. Final.',
  },
  inadmissible: { en: 'Inadmissible', fr: 'Irrecevable', means: 'The appeal could not be examined. Final.' },
  withdrawn: { en: 'Withdrawn', fr: 'Retiré', means: 'A representative withdrew it. Final.' },
});
export const appealChanged = event(
  'verification.appeal.changed.v1',
  'A representative appealed a decision, or the appeal changed its state. Without statement and reasons.',
  {
    appealId: AppealId,
    caseId: CaseId,
    decisionId: DecisionId,
    evidenceCaseId: z
      .uuid()
      .nullable()
      .describe('The case that takes new evidence of the appeal; null if there is none.'),
    providerId: ProviderId,
    categoryKey: CatalogKey,
    state: AppealState.describe('The new state of the appeal.'),
    submittedAt: z.iso.datetime().describe('When the appeal was submitted.'),
    occurredAt: OccurredAt,
  },
  ofCase,
);

export const appealSnapshot = snapshotOf(appealChanged);
