import type { FieldCodes } from './kind.ts';

export const appealCodes = {
  already_appealed: {
    en: 'This decision was appealed before. A decision can be appealed once.',
    fr: 'Cette décision a déjà fait l’objet d’un recours. Un seul recours est possible.',
  },
  decision_replaced: {
    en: 'This decision is no longer in force. Read the case and appeal its last decision.',
    fr: 'Cette décision n’est plus en vigueur. Relisez le dossier et contestez sa dernière décision.',
  },
  appeal_period_ended: {
    en: 'The time to appeal this decision has ended. Request a new verification.',
    fr: 'Le délai de recours contre cette décision est écoulé. Demandez une nouvelle vérification.',
  },
  nothing_to_appeal: {
    en: 'There is nothing to appeal: this decision granted each claim without a limitation of its own and for the whole time, or a later one judged it again. A limited claim that is no longer current is no ground.',
    fr: 'Il n’y a rien à contester : cette décision a accordé chaque attestation sans limite propre et pour toute sa durée, ou une décision plus récente l’a réexaminée. Une attestation limitée qui n’est plus en cours n’est pas un motif.',
  },
  graver_than_appealed: {
    en: 'An appeal makes nothing worse: neither the outcome nor what is refused for good. Uphold the decision and open a review of the claim, or choose another outcome.',
    fr: 'Un recours n’aggrave rien : ni le résultat, ni un refus définitif. Confirmez la décision et ouvrez un réexamen de l’attestation, ou choisissez un autre résultat.',
  },
  open_case_exists: {
    en: 'A new verification or renewal of the service is open. Send the new evidence there, or appeal without new evidence.',
    fr: 'Une nouvelle vérification ou un renouvellement est en cours pour ce service. Envoyez-y les nouvelles pièces ou formez un recours sans elles.',
  },
  requirements_changed: {
    en: 'The service was selected again with newer requirements, which the appealed decision did not judge. Appeal without new evidence, or open a new case afterwards.',
    fr: 'Le service a été sélectionné à nouveau avec des exigences plus récentes, que la décision contestée n’a pas examinées. Formez le recours sans nouvelle pièce ou ouvrez ensuite un nouveau dossier.',
  },
  service_not_selected: {
    en: 'The service is not selected any more. Select it again, or appeal without new evidence.',
    fr: 'Ce service n’est plus sélectionné. Sélectionnez-le de nouveau ou formez un recours sans nouvelles pièces.',
  },
  evidence_awaited: {
    en: 'New evidence can still arrive. Decide when it is complete or its time has passed.',
    fr: 'De nouvelles pièces peuvent encore arriver. Statuez une fois le dossier complet ou le délai écoulé.',
  },
  recommendation_missing: {
    en: 'Nobody overturns a decision alone. Recommend it; another operator then decides.',
    fr: 'Personne n’annule seul une décision. Recommandez-le ; une autre personne statuera.',
  },
  nobody_else_may_decide: {
    en: 'Nobody else may decide this appeal yet. Ask for another decider before you recommend.',
    fr: 'Personne d’autre ne peut encore statuer sur ce recours. Demandez un autre décideur avant de recommander.',
  },
  already_recommended: {
    en: 'This appeal has a recommendation. Decide it, on the checks that it has.',
    fr: 'Ce recours a déjà une recommandation. Statuez sur la base des contrôles enregistrés.',
  },
  not_recommended: {
    en: 'Only what was recommended can be granted. Refuse the claim, or choose an earlier end.',
    fr: 'Seul ce qui a été recommandé peut être accordé. Refusez l’attestation ou choisissez une fin plus proche.',
  },
  grant_taken_away: {
    en: 'An appeal takes no granted claim away, and neither shortens nor limits one. Grant it again as it was, or open a review.',
    fr: 'Un recours ne retire, n’abrège et ne limite aucune attestation accordée. Accordez-la telle quelle ou ouvrez un réexamen.',
  },
  validity_ended: {
    en: 'The validity that starts with the appealed decision has ended. Refuse the claim or record a new check.',
    fr: 'La validité qui commence à la décision contestée est écoulée. Refusez l’attestation ou enregistrez un nouveau contrôle.',
  },
  appeal_pending: {
    en: 'The decision in force is under appeal. Decide this case when the appeal has ended.',
    fr: 'La décision en vigueur fait l’objet d’un recours. Statuez sur ce dossier une fois le recours terminé.',
  },
} as const satisfies FieldCodes;
