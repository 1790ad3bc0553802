import type { CaseRefusalReason } from '@trust/contracts/events/verification';
import type { Text } from '@trust/contracts/text';

/** Why a case did not take a confirmed document, and what its representative can do about it. */
export const caseRefusalTexts: Readonly<Record<CaseRefusalReason, Text>> = {
  case_moved_on: {
    en: 'The case went into review before the document arrived. If the reviewer asks for a correction, send it again with `replacesIntentId`.',
    fr: 'Le dossier est passé en examen avant l’arrivée du document. Si une correction est demandée, renvoyez-le avec `replacesIntentId`.',
  },
  case_ended: {
    en: 'The case ended before the document arrived. Send it to a new case with `replacesIntentId`.',
    fr: 'Le dossier a pris fin avant l’arrivée du document. Envoyez-le à un nouveau dossier avec `replacesIntentId`.',
  },
  not_asked: {
    en: 'The case does not ask for this document. Read its requirements.',
    fr: 'Le dossier ne demande pas ce document. Consultez ses exigences.',
  },
  conflict_of_interest: {
    en: 'You have reviewed this case as an operator. Let a colleague upload the document.',
    fr: 'Vous avez examiné ce dossier comme opérateur. Demandez à un collègue de déposer le document.',
  },
};
