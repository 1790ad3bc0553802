import type { Text } from '../values/text.ts';
import { textList } from '../values/value-list.ts';

type Reason = { kind: 'fixable' | 'final'; text: Text };

/** Why a requirement is marked. The provider can correct a fixable one by an upload, a final one not at all. */
export const correctionReasons = {
  consent_missing: {
    kind: 'fixable',
    text: {
      en: 'There is no consent to open this document. Upload it again: whoever does so agrees first.',
      fr: 'L’accord pour ouvrir ce document manque. Renvoyez-le\u00a0: la personne qui l’envoie donne d’abord son accord.',
    },
  },
  copy_not_accepted: {
    kind: 'fixable',
    text: {
      en: 'A copy is not accepted. Upload a scan or photo of the original.',
      fr: 'Une copie n’est pas acceptée. Envoyez une numérisation ou une photo de l’original.',
    },
  },
  document_expired: {
    kind: 'fixable',
    text: {
      en: 'The document has expired. Upload a valid one.',
      fr: 'Le document a expiré. Envoyez-en un qui est valable.',
    },
  },
  document_illegible: {
    kind: 'fixable',
    text: {
      en: 'The document, or part of it, cannot be read. Upload it with better quality.',
      fr: 'Le document, ou une partie de celui-ci, est illisible. Envoyez-le dans une meilleure qualité.',
    },
  },
  document_incomplete: {
    kind: 'fixable',
    text: {
      en: 'Pages or details are missing. Upload the whole document.',
      fr: 'Des pages ou des mentions manquent. Envoyez le document complet.',
    },
  },
  document_protected: {
    kind: 'fixable',
    text: {
      en: 'The document is protected by a password. Upload it without one.',
      fr: 'Le document est protégé par un mot de passe. Envoyez-le sans mot de passe.',
    },
  },
  name_mismatch: {
    kind: 'fixable',
    text: {
      en: 'The name differs from that of the provider. Upload a document with the right name, or proof of the change.',
      fr: 'Le nom diffère de celui du prestataire. Envoyez un document au bon nom ou une preuve du changement.',
    },
  },
  wrong_document: {
    kind: 'fixable',
    text: {
      en: 'This is another document than the one required. Upload the required one.',
      fr: 'Ce document n’est pas celui qui est demandé. Envoyez celui qui est demandé.',
    },
  },
  document_not_authentic: {
    kind: 'final',
    text: {
      en: 'The document does not appear to be authentic. Another upload cannot correct this in this case.',
      fr: 'Le document ne semble pas authentique. Un autre envoi ne peut pas corriger ce point dans ce dossier.',
    },
  },
  qualification_not_sufficient: {
    kind: 'final',
    text: {
      en: 'The qualification does not meet the requirement. Another upload cannot correct this in this case.',
      fr: 'La qualification ne répond pas à l’exigence. Un autre envoi ne peut pas corriger ce point dans ce dossier.',
    },
  },
  register_contradicts: {
    kind: 'final',
    text: {
      en: 'The official register contradicts the document. Another upload cannot correct this in this case.',
      fr: 'Le registre officiel contredit le document. Un autre envoi ne peut pas corriger ce point dans ce dossier.',
    },
  },
} as const satisfies Record<string, Reason>;

export type CorrectionReason = keyof typeof correctionReasons;
export const CorrectionReason = textList(
  'correctionReason',
  Object.fromEntries(Object.entries(correctionReasons).map(([code, { text }]) => [code, text])) as Record<
    CorrectionReason,
    Text
  >,
);

export function isFinalReason(code: CorrectionReason): boolean {
  return correctionReasons[code].kind === 'final';
}
export const correctionReasonCodes = CorrectionReason.options;
