import type { Text } from '@trust/contracts/values/text';
import type { TimelineType } from '../db/schema.ts';

/** Fixed sentences: they never contain what an operator wrote. */
export const timelineTexts: Record<TimelineType, Text> = {
  case_opened: { en: 'A verification case was opened.', fr: 'Un dossier de vérification a été ouvert.' },
  case_in_review: { en: 'The case is being reviewed.', fr: 'Le dossier est en cours d’examen.' },
  case_recommended: {
    en: 'The review is complete. A decision will follow.',
    fr: 'L’examen est terminé. Une décision va suivre.',
  },
  case_awaiting_correction: {
    en: 'New evidence is needed. Please upload it.',
    fr: 'De nouvelles pièces sont nécessaires. Veuillez les envoyer.',
  },
  case_withdrawn: { en: 'The case was withdrawn.', fr: 'Le dossier a été retiré.' },
  case_withdrawn_by_platform: {
    en: 'The case was withdrawn by the platform. Your claims stay as they are. Open your workspace to begin again.',
    fr: 'Le dossier a été retiré par la plateforme. Vos attestations restent inchangées. Ouvrez votre espace de travail pour recommencer.',
  },
  case_expired: {
    en: 'The case expired because its documents did not come in time. Open your workspace to see how to begin again.',
    fr: 'Le dossier a expiré, car ses pièces ne sont pas arrivées à temps. Ouvrez votre espace de travail pour savoir comment recommencer.',
  },
  case_correction_requested: {
    en: 'A correction was requested. Open the case to see why and until when.',
    fr: 'Une correction a été demandée. Consultez le dossier pour en connaître le motif et le délai.',
  },
  case_correction_withdrawn: {
    en: 'A correction request was withdrawn. The documents that you sent before count again.',
    fr: 'Une demande de correction a été retirée. Les documents envoyés auparavant comptent de nouveau.',
  },
  case_deadline_extended: {
    en: 'There is more time for the correction. Open the case to see until when.',
    fr: 'Le délai de correction est prolongé. Consultez le dossier pour connaître la nouvelle date.',
  },
  case_visit_requested: {
    en: 'A visit on site was requested. You will get a date.',
    fr: 'Une visite sur place a été demandée. Une date vous sera communiquée.',
  },
  case_visit_scheduled: {
    en: 'A visit on site has a date. Open the case to see it.',
    fr: 'Une visite sur place a une date. Consultez le dossier pour la connaître.',
  },
  case_visit_accepted: { en: 'A visit on site is complete.', fr: 'Une visite sur place est terminée.' },
  case_visit_ended: {
    en: 'A visit on site was cancelled or could not be completed.',
    fr: 'Une visite sur place a été annulée ou n’a pas pu avoir lieu.',
  },
  evidence_submitted: { en: 'Evidence was submitted.', fr: 'Une pièce a été transmise.' },
  evidence_available: { en: 'Evidence is ready for review.', fr: 'Une pièce est prête à être examinée.' },
  evidence_rejected: {
    en: 'Evidence could not be accepted. Please read why, and upload another document.',
    fr: 'Une pièce n’a pas pu être acceptée. Veuillez en lire le motif et envoyer un autre document.',
  },
  evidence_withdrawn: { en: 'Evidence was withdrawn.', fr: 'Une pièce a été retirée.' },
  evidence_lost: {
    en: 'We are sorry: we have lost evidence that you uploaded. Please upload it again if the case requires it.',
    fr: 'Nous avons perdu une pièce que vous aviez envoyée et vous prions de nous en excuser. Veuillez l’envoyer de nouveau si le dossier l’exige.',
  },
  evidence_refused: {
    en: 'Evidence arrived too late for the case.',
    fr: 'Une pièce est arrivée trop tard pour le dossier.',
  },
  decision_recorded: { en: 'A decision was made.', fr: 'Une décision a été prise.' },
  claim_granted: { en: 'A claim was granted.', fr: 'Une attestation a été accordée.' },
  claim_refused: { en: 'A claim was not granted.', fr: 'Une attestation n’a pas été accordée.' },
  claim_suspended: {
    en: 'A claim was suspended. It is not shown to the public.',
    fr: 'Une attestation a été suspendue. Elle n’est plus montrée au public.',
  },
  claim_restored: {
    en: 'A suspended claim is in force again.',
    fr: 'Une attestation suspendue est de nouveau en vigueur.',
  },
  claim_revoked: { en: 'A claim was revoked.', fr: 'Une attestation a été révoquée.' },
  case_closed: { en: 'The case was closed.', fr: 'Le dossier a été clos.' },
  appeal_submitted: {
    en: 'An appeal against the decision was submitted.',
    fr: 'Un recours contre la décision a été formé.',
  },
  appeal_in_review: { en: 'The appeal is being examined.', fr: 'Le recours est en cours d’examen.' },
  appeal_upheld: {
    en: 'The appeal was examined. The decision stays in force.',
    fr: 'Le recours a été examiné. La décision reste en vigueur.',
  },
  appeal_overturned: {
    en: 'The appeal was successful. A new decision replaces the earlier one.',
    fr: 'Le recours a abouti. Une nouvelle décision remplace la précédente.',
  },
  appeal_partly_overturned: {
    en: 'The appeal was partly successful. A new decision replaces the earlier one.',
    fr: 'Le recours a abouti en partie. Une nouvelle décision remplace la précédente.',
  },
  appeal_inadmissible: {
    en: 'The appeal could not be examined. The decision stays in force.',
    fr: 'Le recours n’était pas recevable. La décision reste en vigueur.',
  },
  appeal_withdrawn: {
    en: 'The appeal was withdrawn. The decision stays in force.',
    fr: 'Le recours a été retiré. La décision reste en vigueur.',
  },
  claim_expired: {
    en: 'A claim expired. Open a renewal to be verified again.',
    fr: 'Une attestation a expiré. Ouvrez un renouvellement pour être de nouveau vérifié.',
  },
  claim_withheld: {
    en: 'A claim is withheld while we examine a report. It is not shown to the public.',
    fr: 'Une attestation est retenue pendant l’examen d’un signalement. Elle n’est pas montrée au public.',
  },
  claim_released: {
    en: 'A claim is no longer withheld.',
    fr: 'Une attestation n’est plus retenue.',
  },
  claim_superseded: {
    en: 'A claim was replaced by a newer one.',
    fr: 'Une attestation a été remplacée par une plus récente.',
  },
};
