import { valueList } from '@trust/contracts/values/value-list';
import type { z } from 'zod';

export const MediaState = valueList('ownMediaState', {
  uploading: {
    en: 'Uploading',
    fr: 'Envoi en cours',
    means: { en: 'Its parts are being sent.', fr: 'L’envoi de l’image est en cours.' },
  },
  processing: {
    en: 'Being scanned',
    fr: 'Analyse en cours',
    means: { en: 'Confirmed; waits for its scan.', fr: 'Confirmée\u00a0; attend son analyse.' },
  },
  pending: {
    en: 'Waiting for approval',
    fr: 'En attente d’approbation',
    means: {
      en: 'Scanned and drawn anew; waits for an operator.',
      fr: 'Analysée et redessinée\u00a0; attend un opérateur.',
    },
  },
  approved: {
    en: 'Approved',
    fr: 'Approuvée',
    means: {
      en: 'Approved; public within seconds, while the provider is public.',
      fr: 'Approuvée\u00a0; publique en quelques secondes, tant que le prestataire est public.',
    },
  },
  rejected: {
    en: 'Rejected',
    fr: 'Rejetée',
    means: {
      en: 'Rejected by an operator, also after its approval. Final.',
      fr: 'Rejetée par un opérateur, même après son approbation. Définitif.',
    },
  },
  refused: {
    en: 'Not accepted',
    fr: 'Non acceptée',
    means: {
      en: 'Not accepted by the scan, or lost before it. Final.',
      fr: 'Non acceptée par l’analyse, ou perdue avant elle. Définitif.',
    },
  },
  withdrawn: {
    en: 'Withdrawn',
    fr: 'Retirée',
    means: { en: 'Withdrawn by the provider. Final.', fr: 'Retirée par le prestataire. Définitif.' },
  },
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
