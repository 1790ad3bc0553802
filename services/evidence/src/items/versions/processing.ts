import { valueList } from '@trust/contracts/values/value-list';
import type { z } from 'zod';

export const ProcessingState = valueList({
  pending_scan: { en: 'Being scanned', fr: 'Analyse en cours', means: 'Waiting for its malware scan.' },
  available: { en: 'Available', fr: 'Disponible', means: 'Scanned and ready for review.' },
  quarantined: { en: 'Malware found', fr: 'Logiciel malveillant détecté', means: 'Malware was found.' },
  refused: { en: 'Not accepted', fr: 'Non accepté', means: 'The document cannot be accepted; `refusal` says why.' },
  unscannable: {
    en: 'Not scanned',
    fr: 'Non analysé',
    means: 'Could not be scanned. The scan is retried for about 7 hours; then another file is needed.',
  },
  withdrawn: {
    en: 'Withdrawn',
    fr: 'Retiré',
    means: 'Withdrawn by the provider, or too late for its case: then `refusal` says why.',
  },
  lost: { en: 'Lost', fr: 'Perdu', means: 'Lost from storage. Upload it again.' },
  redacted: {
    en: 'File deleted',
    fr: 'Fichier supprimé',
    means: 'Its file was deleted: 30 days after it ended in another state, or when its provider was erased.',
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
