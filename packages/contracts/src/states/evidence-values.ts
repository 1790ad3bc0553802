import type { z } from 'zod';
import { valueList } from '../values/value-list.ts';

export const IntentState = valueList('uploadIntentState', {
  open: {
    en: 'Open',
    fr: 'Ouvert',
    means: { en: 'Created; nothing has arrived yet.', fr: 'Créé\u00a0; rien n’est encore arrivé.' },
  },
  uploading: {
    en: 'Uploading',
    fr: 'Envoi en cours',
    means: { en: 'Parts are arriving.', fr: 'Les parties du fichier arrivent.' },
  },
  submitted: { en: 'Submitted', fr: 'Envoyé', means: { en: 'Confirmed. Final.', fr: 'Confirmé. Définitif.' } },
  retryable: {
    en: 'Interrupted',
    fr: 'Interrompu',
    means: { en: 'Interrupted or expired; can be retried.', fr: 'Interrompu ou expiré\u00a0; peut être repris.' },
  },
  cancelled: { en: 'Cancelled', fr: 'Annulé', means: { en: 'Cancelled. Final.', fr: 'Annulé. Définitif.' } },
  expired: {
    en: 'Expired',
    fr: 'Expiré',
    means: { en: 'Not retried within 30 days. Final.', fr: 'Non repris dans les 30 jours. Définitif.' },
  },
});

export const EvidenceVersionState = valueList('evidenceVersionState', {
  pending_scan: {
    en: 'Being scanned',
    fr: 'Analyse en cours',
    means: { en: 'The malware scan has not ended.', fr: 'L’analyse antivirus n’est pas terminée.' },
  },
  available: {
    en: 'Available',
    fr: 'Disponible',
    means: { en: 'The version can be reviewed.', fr: 'La version peut être examinée.' },
  },
  rejected: {
    en: 'Rejected',
    fr: 'Rejeté',
    means: {
      en: 'Malware, or a fault of the document. It can never be reviewed.',
      fr: 'Logiciel malveillant ou défaut du document. Il ne pourra jamais être examiné.',
    },
  },
  refused: {
    en: 'Refused',
    fr: 'Refusé',
    means: { en: 'Its case no longer accepted it.', fr: 'Son dossier ne l’acceptait plus.' },
  },
  withdrawn: {
    en: 'Withdrawn',
    fr: 'Retiré',
    means: { en: 'The provider withdrew it.', fr: 'Le prestataire l’a retiré.' },
  },
  lost: {
    en: 'Lost',
    fr: 'Perdu',
    means: { en: 'The object store lost the bytes.', fr: 'Le fichier s’est perdu dans le stockage.' },
  },
});

/** Faults of a document without malware. */
export const RefusalReason = valueList('evidenceRefusalReason', {
  damaged: {
    en: 'Damaged file',
    fr: 'Fichier endommagé',
    means: { en: 'The file is damaged.', fr: 'Le fichier est endommagé.' },
  },
  encrypted: {
    en: 'Protected file',
    fr: 'Fichier protégé',
    means: { en: 'The file is encrypted or protected.', fr: 'Le fichier est chiffré ou protégé.' },
  },
  active_content: {
    en: 'Active content',
    fr: 'Contenu actif',
    means: {
      en: 'The file contains a script, an attachment or a launch action.',
      fr: 'Le fichier contient un script, une pièce jointe ou une action de lancement.',
    },
  },
  two_formats: {
    en: 'Two formats in one file',
    fr: 'Deux formats dans un fichier',
    means: {
      en: 'The file is also valid in another format.',
      fr: 'Le fichier est aussi valable dans un autre format.',
    },
  },
  too_many_pixels: {
    en: 'Image too large',
    fr: 'Image trop grande',
    means: { en: 'The image exceeds 40 megapixels.', fr: 'L’image dépasse 40 mégapixels.' },
  },
  too_complex: {
    en: 'File too complex',
    fr: 'Fichier trop complexe',
    means: { en: 'The file is too complex to process.', fr: 'Le fichier est trop complexe pour être traité.' },
  },
});

export type RefusalReason = z.output<typeof RefusalReason>;
