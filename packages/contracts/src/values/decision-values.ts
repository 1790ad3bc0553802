import { valueList } from './value-list.ts';

/** How a decision relates to the earlier one (docs/domain/review-and-duties.md 39). */
export const DecisionRelation = valueList({
  sets_aside: { en: 'Sets aside', fr: 'Annule', means: 'It is the result of an appeal against the earlier decision.' },
  supersedes: { en: 'Supersedes', fr: 'Remplace', means: 'It decides a later case of the same provider and category.' },
});
/** How a case judged a document. Without one of them: `unreviewed`. */
export const EvidenceReview = valueList({
  accepted: { en: 'Accepted', fr: 'Accepté', means: 'A decision accepted it.' },
  correction_requested: {
    en: 'Correction requested',
    fr: 'Correction demandée',
    means: 'An operator asked for another document in its place.',
  },
  rejected: { en: 'Rejected', fr: 'Rejeté', means: 'A decision or a final reason rejected it.' },
});
export const evidenceReviews = EvidenceReview.options;
