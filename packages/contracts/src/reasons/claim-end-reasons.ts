import type { Text } from '../values/text.ts';
import type { claimChangeReasons } from './claim-change-reasons.ts';

type Reason = (typeof claimChangeReasons)['suspended' | 'revoked'][number];

/** Why a claim is suspended or revoked, and what to do next, in the words of its provider's list. */
export const claimEndTexts: Readonly<Record<Reason, Text>> = {
  evidence_in_doubt: {
    en: 'A review found doubts about the evidence. You can appeal its decision, with new evidence if you have some.',
    fr: 'Un réexamen a relevé des doutes sur les pièces. Vous pouvez former un recours contre sa décision, avec de nouvelles pièces si vous en avez.',
  },
  conditions_changed: {
    en: 'A review found that the conditions of the claim may have changed. You can appeal its decision.',
    fr: 'Un réexamen a constaté que les conditions de l’attestation ont pu changer. Vous pouvez former un recours contre sa décision.',
  },
  safety_concern: {
    en: 'A review found a concern for the safety of customers. The receipt of its decision says until when you can appeal.',
    fr: 'Un réexamen a relevé un problème de sécurité pour les clients. L’accusé de sa décision indique jusqu’à quand un recours est possible.',
  },
  emergency_action: {
    en: 'The claim is withheld while we examine a report. You need do nothing now.',
    fr: 'L’attestation est retenue pendant l’examen d’un signalement. Vous n’avez rien à faire pour le moment.',
  },
  not_confirmed_by_review: {
    en: 'A review did not confirm the claim. The receipt of its decision says why, and until when you can appeal.',
    fr: 'Un réexamen n’a pas confirmé l’attestation. L’accusé de sa décision en indique le motif et jusqu’à quand un recours est possible.',
  },
  subject_ended: {
    en: 'The registered name, the person responsible or the premises that the claim is about ended. Upload documents of the current one to the open case; without one, begin again.',
    fr: 'La dénomination, la personne responsable ou les locaux que l’attestation concerne ont pris fin. Déposez les pièces relatives aux actuels dans le dossier ouvert ; sans dossier ouvert, recommencez.',
  },
  evidence_not_authentic: {
    en: 'A review found that the evidence is not authentic. The revocation is final.',
    fr: 'Un réexamen a établi que les pièces ne sont pas authentiques. La révocation est définitive.',
  },
  conditions_not_met: {
    en: 'A review found that the conditions of the claim are not met. You can request a new verification when they are.',
    fr: 'Un réexamen a établi que les conditions de l’attestation ne sont pas remplies. Vous pourrez demander une nouvelle vérification lorsqu’elles le seront.',
  },
  granted_in_error: {
    en: 'A review found that the claim had been granted in error. You can request a new verification.',
    fr: 'Un réexamen a établi que l’attestation avait été accordée par erreur. Vous pouvez demander une nouvelle vérification.',
  },
};

/** Of a claim that the decision of another provider suspended (docs/domain/claim.md 19). */
export const suspendedElsewhereText: Text = {
  en: 'What the claim rests on is in doubt. Upload documents to the open case of its service; without one, contact support.',
  fr: 'Ce sur quoi repose l’attestation est mis en doute. Déposez les pièces dans le dossier ouvert pour ce service\u00a0; sans dossier ouvert, contactez l’assistance.',
};
