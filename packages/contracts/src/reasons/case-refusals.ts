import type { Text } from '../values/text.ts';
import { valueList } from '../values/value-list.ts';

export const CaseRefusalReason = valueList('caseRefusalReason', {
  case_moved_on: {
    en: 'Review has begun',
    fr: 'Examen commencé',
    means: { en: 'The case no longer awaits evidence.', fr: 'Le dossier n’attend plus de pièces.' },
  },
  case_ended: {
    en: 'Case ended',
    fr: 'Dossier terminé',
    means: { en: 'The case has ended.', fr: 'Le dossier a pris fin.' },
  },
  not_asked: {
    en: 'Not required',
    fr: 'Non exigé',
    means: { en: 'The case has no such requirement.', fr: 'Le dossier n’a pas cette exigence.' },
  },
  not_awaited: {
    en: 'Not part of the correction',
    fr: 'Hors correction',
    means: { en: 'The correction concerns other documents.', fr: 'La correction concerne d’autres documents.' },
  },
  marked_final: {
    en: 'Cannot be corrected',
    fr: 'Non corrigible',
    means: { en: 'The requirement cannot be corrected.', fr: 'L’exigence ne peut pas être corrigée.' },
  },
  conflict_of_interest: {
    en: 'Conflict of interest',
    fr: 'Conflit d’intérêts',
    means: {
      en: 'The uploader has worked on the case as an operator.',
      fr: 'La personne qui a envoyé le document a travaillé sur le dossier en tant qu’opérateur.',
    },
  },
});
export const caseRefusalReasons = CaseRefusalReason.options;
export type CaseRefusalReason = (typeof caseRefusalReasons)[number];

/** Why a case refused a document that arrived, and what to do next. */
export const caseRefusalTexts: Readonly<Record<CaseRefusalReason, Text>> = {
  case_moved_on: {
    en: 'The case went into review before the document arrived. If the reviewer requests a correction, upload it again with `replacesIntentId`.',
    fr: 'L’examen du dossier a commencé avant l’arrivée du document. Si une correction est demandée, envoyez-le de nouveau avec `replacesIntentId`.',
  },
  case_ended: {
    en: 'The case ended before the document arrived. Upload it to a new case with `replacesIntentId`.',
    fr: 'Le dossier a pris fin avant l’arrivée du document. Envoyez-le dans un nouveau dossier avec `replacesIntentId`.',
  },
  not_asked: {
    en: 'The case does not require this document. Read the case for its requirements.',
    fr: 'Le dossier n’exige pas ce document. Consultez les exigences du dossier.',
  },
  not_awaited: {
    en: 'The correction does not concern this document: the case keeps the one that it has. Read the case for what to correct.',
    fr: 'La correction ne concerne pas ce document : le dossier conserve celui qu’il a. Consultez le dossier pour savoir quoi corriger.',
  },
  marked_final: {
    en: 'Another document cannot correct this requirement. Read the reason in the case and wait for the decision.',
    fr: 'Un autre document ne peut pas corriger cette exigence. Lisez le motif dans le dossier et attendez la décision.',
  },
  conflict_of_interest: {
    en: 'You have worked on this case as an operator. Ask a colleague to upload the document.',
    fr: 'Vous avez travaillé sur ce dossier en tant qu’opérateur. Demandez à une autre personne d’envoyer le document.',
  },
};
