import { z } from 'zod';
import { aggregate, event, snapshotOf } from '../event.ts';
import { AppealId, CaseId, CatalogKey, DecisionId, OccurredAt, ProviderId } from '../fields.ts';
import { valueList } from '../values/value-list.ts';

const ofCase = aggregate('case', (payload: { caseId: string }) => payload.caseId);

export const AppealState = valueList('appealState', {
  submitted: {
    en: 'Submitted',
    fr: 'Déposé',
    means: { en: 'Submitted; nobody examines it yet.', fr: 'Déposé\u00a0; personne ne l’examine encore.' },
  },
  in_review: {
    en: 'In review',
    fr: 'En cours d’examen',
    means: { en: 'Somebody examines it.', fr: 'Une personne l’examine.' },
  },
  upheld: {
    en: 'Upheld',
    fr: 'Confirmée',
    means: {
      en: 'The appealed decision was confirmed. Final.',
      fr: 'La décision contestée a été confirmée. Définitif.',
    },
  },
  overturned: {
    en: 'Overturned',
    fr: 'Annulée',
    means: {
      en: 'A new decision replaces the appealed one. Final.',
      fr: 'Une nouvelle décision remplace celle qui était contestée. Définitif.',
    },
  },
  partly_overturned: {
    en: 'Partly overturned',
    fr: 'Annulée en partie',
    means: {
      en: 'A new decision replaces a part of the appealed one. Final.',
      fr: 'Une nouvelle décision remplace une partie de celle qui était contestée. Définitif.',
    },
  },
  inadmissible: {
    en: 'Inadmissible',
    fr: 'Irrecevable',
    means: { en: 'The appeal could not be examined. Final.', fr: 'Le recours n’a pas pu être examiné. Définitif.' },
  },
  withdrawn: {
    en: 'Withdrawn',
    fr: 'Retiré',
    means: { en: 'A representative withdrew it. Final.', fr: 'Un représentant l’a retiré. Définitif.' },
  },
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
