import type { Text } from '@trust/contracts/text';
import type { TimelineType } from '../db/schema.ts';

/** Fixed sentences: they never contain what an operator wrote. */
export const timelineTexts: Record<TimelineType, Text> = {
  case_opened: { en: 'A verification case was opened.', fr: 'Un dossier de vérification a été ouvert.' },
  case_in_review: { en: 'The case is being reviewed.', fr: 'Le dossier est en cours d’examen.' },
  case_recommended: {
    en: 'The review is complete; a decision follows.',
    fr: 'L’examen est terminé ; une décision va suivre.',
  },
  case_awaiting_correction: {
    en: 'The case waits for you: new evidence is needed.',
    fr: 'Le dossier est en attente : de nouvelles pièces sont nécessaires.',
  },
  case_withdrawn: { en: 'The case was withdrawn.', fr: 'Le dossier a été retiré.' },
  case_expired: {
    en: 'The case expired: the time for correction has passed.',
    fr: 'Le dossier a expiré : le délai de correction est écoulé.',
  },
  evidence_submitted: { en: 'Evidence was submitted.', fr: 'Une pièce a été transmise.' },
  evidence_available: { en: 'Evidence can now be reviewed.', fr: 'Une pièce peut maintenant être examinée.' },
  evidence_rejected: {
    en: 'Evidence could not be accepted; please upload it again.',
    fr: 'Une pièce n’a pas pu être acceptée ; veuillez la transmettre à nouveau.',
  },
  evidence_withdrawn: { en: 'Evidence was withdrawn.', fr: 'Une pièce a été retirée.' },
  evidence_lost: {
    en: 'We have lost evidence that you sent, and are sorry; please upload it again if the case waits for it.',
    fr: 'Nous avons perdu une pièce transmise et vous prions de nous en excuser ; veuillez la transmettre à nouveau si le dossier l’attend.',
  },
  evidence_refused: {
    en: 'Evidence came when the case no longer waited for it.',
    fr: 'Une pièce est arrivée alors que le dossier ne l’attendait plus.',
  },
  decision_recorded: { en: 'A decision was made.', fr: 'Une décision a été prise.' },
  claim_granted: { en: 'A claim was granted.', fr: 'Une attestation a été accordée.' },
  claim_refused: { en: 'A claim was not granted.', fr: 'Une attestation n’a pas été accordée.' },
  claim_superseded: {
    en: 'A claim was replaced by a newer one.',
    fr: 'Une attestation a été remplacée par une plus récente.',
  },
};
