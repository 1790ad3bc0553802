import { z } from 'zod';
import type { Text } from '../values/text.ts';
import { textList, textsOf } from '../values/value-list.ts';

/** Reasons of recommendations, decisions and appeal decisions, in the words of the provider's receipt. */
export const decisionReasons = {
  all_checks_clear: {
    en: 'All checks were clear.',
    fr: 'Tous les contrôles sont concluants.',
  },
  documents_consistent: {
    en: 'The documents agree with each other and with the profile.',
    fr: 'Les documents concordent entre eux et avec le profil.',
  },
  register_confirmed: {
    en: 'The official register confirms the documents.',
    fr: 'Le registre officiel confirme les documents.',
  },
  field_visit_confirmed: {
    en: 'A visit on site confirmed what was to be verified.',
    fr: 'Une visite sur place a confirmé ce qui était à vérifier.',
  },
  copy_only: {
    en: 'Only a copy of a document was shown, not the original.',
    fr: 'Seule la copie d’un document a été présentée, et non l’original.',
  },
  document_expired: {
    en: 'A document had expired, or expires before the verification would end.',
    fr: 'Un document était expiré ou expire avant la fin prévue de la vérification.',
  },
  document_illegible: {
    en: 'A document, or part of it, could not be read.',
    fr: 'Un document, ou une partie de celui-ci, est illisible.',
  },
  document_incomplete: {
    en: 'Pages or details of a document were missing.',
    fr: 'Des pages ou des mentions d’un document manquaient.',
  },
  document_not_accepted: {
    en: 'A document is not of a kind that the requirement accepts.',
    fr: 'Un document n’est pas d’une nature acceptée pour cette exigence.',
  },
  document_not_authentic: {
    en: 'The authenticity of a document could not be confirmed.',
    fr: 'L’authenticité d’un document n’a pas pu être confirmée.',
  },
  name_mismatch: {
    en: 'The name in a document differs from the name of the provider.',
    fr: 'Le nom inscrit dans un document diffère de celui du prestataire.',
  },
  scope_not_covered: {
    en: 'A document does not cover the service that is offered.',
    fr: 'Un document ne couvre pas le service proposé.',
  },
  register_entry_missing: {
    en: 'The official register has no matching entry.',
    fr: 'Le registre officiel ne contient pas d’inscription correspondante.',
  },
  register_entry_differs: {
    en: 'The entry in the official register differs from the documents.',
    fr: 'L’inscription au registre officiel diffère des documents.',
  },
  field_visit_not_confirmed: {
    en: 'A visit on site did not confirm what was to be verified.',
    fr: 'Une visite sur place n’a pas confirmé ce qui était à vérifier.',
  },
  evidence_conflicts: {
    en: 'The pieces of evidence contradict each other.',
    fr: 'Les pièces se contredisent.',
  },
  evidence_insufficient: {
    en: 'The evidence was not sufficient for a result.',
    fr: 'Les pièces ne suffisaient pas pour conclure.',
  },
  requirement_not_met: {
    en: 'The evidence shows that a requirement is not met.',
    fr: 'Les pièces montrent qu’une exigence n’est pas remplie.',
  },
  decision_confirmed: {
    en: 'The appeal was examined, and the decision was correct.',
    fr: 'Le recours a été examiné et la décision était correcte.',
  },
  new_evidence_accepted: {
    en: 'New evidence changed the result.',
    fr: 'De nouvelles pièces ont modifié le résultat.',
  },
  evidence_misjudged: {
    en: 'The evidence had been judged incorrectly.',
    fr: 'Les pièces avaient été mal appréciées.',
  },
  procedure_not_followed: {
    en: 'The verification had not followed its rules.',
    fr: 'La vérification n’avait pas suivi ses règles.',
  },
  appeal_not_substantiated: {
    en: 'The appeal gives nothing that could change the decision.',
    fr: 'Le recours n’apporte rien qui puisse modifier la décision.',
  },
  appeal_out_of_scope: {
    en: 'The appeal concerns a matter that this decision did not settle.',
    fr: 'Le recours porte sur une question que cette décision n’a pas tranchée.',
  },
} as const satisfies Record<string, Text>;

export const DecisionReason = textList('decisionReason', decisionReasons);

/** A recorded code, which may have left the list. */
export const RecordedDecisionReason = z.string().meta(textsOf(DecisionReason));

/** Codes of a request. Decisions recorded before the list was closed may have other codes. */
export const DecisionReasonCodes = z.array(DecisionReason).min(1).max(10);

export type DecisionReasonCode = keyof typeof decisionReasons;

/** Reasons to refuse a claim. They contradict an outcome that grants every claim. */
const againstEveryGrant: readonly DecisionReasonCode[] = [
  'document_not_accepted',
  'document_not_authentic',
  'evidence_conflicts',
  'evidence_insufficient',
  'requirement_not_met',
];

/** These can explain a limitation. An expiry and a copy can go with an unlimited grant, for a shorter time. */
const againstUnlimitedGrant: readonly DecisionReasonCode[] = [
  'document_illegible',
  'document_incomplete',
  'field_visit_not_confirmed',
  'name_mismatch',
  'register_entry_differs',
  'register_entry_missing',
  'scope_not_covered',
];

/** Whether a reason contradicts an outcome that grants every claim, with or without limitations. */
export function contradictsGrants(code: DecisionReasonCode, { isLimited }: { isLimited: boolean }): boolean {
  return againstEveryGrant.includes(code) || (!isLimited && againstUnlimitedGrant.includes(code));
}

const unlisted: Text = {
  en: 'A reason that is no longer in use.',
  fr: 'Un motif qui n’est plus utilisé.',
};

/** The text of a recorded code. */
export function decisionReasonText(code: string): Text {
  return Object.hasOwn(decisionReasons, code) ? decisionReasons[code as keyof typeof decisionReasons] : unlisted;
}
