import { valueList } from './value-list.ts';

/** How a decision relates to the earlier one (docs/domain/review-and-duties.md 39). */
export const DecisionRelation = valueList('decisionRelation', {
  sets_aside: { en: 'Sets aside', fr: 'Annule', means: 'It is the result of an appeal against the earlier decision.' },
  supersedes: { en: 'Supersedes', fr: 'Remplace', means: 'It decides a later case of the same provider and category.' },
});
/** How a case judged a document. Without one of them: `unreviewed`. */
export const EvidenceReview = valueList('evidenceReview', {
  accepted: {
    en: 'Accepted',
    fr: 'Accepté',
    means: { en: 'A decision accepted it.', fr: 'Une décision l’a accepté.' },
  },
  correction_requested: {
    en: 'Correction requested',
    fr: 'Correction demandée',
    means: {
      en: 'An operator asked for another document in its place.',
      fr: 'Un opérateur a demandé un autre document à sa place.',
    },
  },
  rejected: {
    en: 'Rejected',
    fr: 'Rejeté',
    means: { en: 'A decision or a final reason rejected it.', fr: 'Une décision ou un motif définitif l’a rejeté.' },
  },
});
export const evidenceReviews = EvidenceReview.options;
