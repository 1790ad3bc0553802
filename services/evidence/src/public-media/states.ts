import { valueList } from '@trust/contracts/values/value-list';
import type { z } from 'zod';

export const MediaState = valueList({
  uploading: { en: 'Uploading', fr: 'Envoi en cours', means: 'Its parts are being sent.' },
  processing: { en: 'Being scanned', fr: 'Analyse en cours', means: 'Confirmed; waits for its scan.' },
  pending: {
    en: 'Waiting for approval',
    fr: 'En attente d’approbation',
    means: 'Scanned and drawn anew; waits for an operator.',
  },
  approved: {
    en: 'Approved',
    fr: 'Approuvée',
    means: 'Approved; public within seconds, while the provider is public.',
  },
  rejected: { en: 'Rejected', fr: 'Rejetée', means: 'Rejected by an operator, also after its approval. Final.' },
  refused: { en: 'Not accepted', fr: 'Non acceptée', means: 'Not accepted by the scan, or lost before it. Final.' },
  withdrawn: { en: 'Withdrawn', fr: 'Retirée', means: 'Withdrawn by the provider. Final.' },
});
export type MediaState = z.output<typeof MediaState>;

/** The same rows as in table `allowed_transition`. */
export const mediaTransitions: Record<MediaState, readonly MediaState[]> = {
  uploading: ['processing', 'withdrawn'],
  processing: ['pending', 'refused', 'withdrawn'],
  pending: ['approved', 'rejected', 'withdrawn'],
  approved: ['rejected', 'withdrawn'],
  rejected: [],
  refused: [],
  withdrawn: [],
};

export function canBecome(from: MediaState, to: MediaState): boolean {
  return mediaTransitions[from].includes(to);
}
