import { valueList } from '@trust/contracts/values/value-list';
import type { z } from 'zod';

export const ProcessingState = valueList('evidenceProcessingState', {
  pending_scan: {
    en: 'Being scanned',
    fr: 'Analyse en cours',
    means: { en: 'Waiting for its malware scan.', fr: 'Attend son analyse antivirus.' },
  },
  available: {
    en: 'Available',
    fr: 'Disponible',
    means: { en: 'Scanned and ready for review.', fr: 'Analysé et prêt pour l’examen.' },
  },
  quarantined: {
    en: 'Malware found',
    fr: 'Logiciel malveillant détecté',
    means: { en: 'Malware was found.', fr: 'Un logiciel malveillant a été détecté.' },
  },
  refused: { en: 'Not accepted', fr: 'Non accepté', means: 'The document cannot be accepted; `refusal` says why.' },
  unscannable: {
    en: 'Not scanned',
    fr: 'Non analysé',
    means: {
      en: 'Could not be scanned. The scan is retried for about 7 hours; then another file is needed.',
      fr: 'N’a pas pu être analysé. L’analyse est réessayée pendant environ 7 heures\u00a0; ensuite, un autre fichier est nécessaire.',
    },
  },
  withdrawn: {
    en: 'Withdrawn',
    fr: 'Retiré',
    means: 'Withdrawn by the provider, or too late for its case: then `refusal` says why.',
  },
  lost: {
    en: 'Lost',
    fr: 'Perdu',
    means: { en: 'Lost from storage. Upload it again.', fr: 'Perdu dans le stockage. Envoyez-le de nouveau.' },
  },
  redacted: {
    en: 'File deleted',
    fr: 'Fichier supprimé',
    means: {
      en: 'Its file was deleted: 30 days after it ended in another state, or when its provider was erased.',
      fr: 'Son fichier a été supprimé\u00a0: 30 jours après la fin d’un autre état, ou lors de l’effacement de son prestataire.',
    },
  },
});
export type ProcessingState = z.output<typeof ProcessingState>;

/** docs/domain/evidence.md 1. The same rows as in table `allowed_transition`. */
export const processingTransitions: Record<ProcessingState, readonly ProcessingState[]> = {
  pending_scan: ['available', 'quarantined', 'refused', 'unscannable', 'withdrawn', 'lost'],
  unscannable: ['available', 'quarantined', 'refused', 'withdrawn', 'lost'],
  available: ['withdrawn', 'lost'],
  lost: ['redacted'],
  quarantined: ['redacted'],
  refused: ['redacted'],
  withdrawn: ['redacted'],
  redacted: [],
};
