import type { z } from 'zod';
import { meaningsOf, valueList } from '../values/value-list.ts';
/** Why somebody flags a review. The first two hide it until an operator has decided. */
export const ReviewFlagReason = valueList({
  harmful: { en: 'Harmful', fr: 'Préjudiciable', means: 'It threatens, insults or puts somebody in danger.' },
  illegal: { en: 'Illegal', fr: 'Illégal', means: 'It breaks the law.' },
  personal_data: { en: 'Personal data', fr: 'Données personnelles', means: 'It discloses data of a person.' },
  not_genuine: {
    en: 'Not genuine',
    fr: 'Non authentique',
    means: 'Its author does not describe an experience of their own.',
  },
  off_topic: { en: 'Off topic', fr: 'Hors sujet', means: 'It is not about the work of the provider.' },
});
export const reviewFlagReasons = ReviewFlagReason.options;
export type ReviewFlagReason = (typeof reviewFlagReasons)[number];

/** Why an operator decides about a review; `complies` for those that are shown. */
export const ReviewDecisionReason = valueList({
  complies: { en: 'Complies with the rules', fr: 'Conforme aux règles', means: 'It keeps the rules.' },
  ...meaningsOf(ReviewFlagReason),
});
export type ReviewDecisionReason = z.output<typeof ReviewDecisionReason>;

/** Why operators do not accept the public words of a provider: name, summary, website and the address of its premises. */
export const NameRefusal = valueList({
  claims_a_check: {
    en: 'Claims a check or an authority',
    fr: 'Revendique un contrôle ou une autorité',
    means: 'It says or suggests that somebody checked the provider, or that it acts for an authority.',
  },
  another_business: {
    en: 'Name of somebody else',
    fr: 'Nom d’autrui',
    means: 'It is the name of another person or business, or looks like one.',
  },
  no_name: {
    en: 'Not a name',
    fr: 'N’est pas un nom',
    means: 'It is advertising, an address or a contact, not a name.',
  },
  personal_data: {
    en: 'Personal data',
    fr: 'Données personnelles',
    means: 'The words disclose data of somebody else, such as a customer.',
  },
  illegal: { en: 'Illegal', fr: 'Illégal', means: 'It breaks the law.' },
  offensive: { en: 'Offensive', fr: 'Injurieux', means: 'It insults or threatens.' },
});
export type NameRefusal = z.output<typeof NameRefusal>;

/** Why an operator decides about public words; `complies` for those that are accepted. */
export const NameDecisionReason = valueList({
  complies: { en: 'Complies with the rules', fr: 'Conforme aux règles', means: 'It keeps the rules.' },
  ...meaningsOf(NameRefusal),
});
export type NameDecisionReason = z.output<typeof NameDecisionReason>;

export const DisputeReason = valueList({
  no_show: { en: 'No-show', fr: 'Absence', means: 'Somebody did not come.' },
  quality: { en: 'Quality', fr: 'Qualité', means: 'The work is not as agreed.' },
  price: { en: 'Price', fr: 'Prix', means: 'The price is not as agreed.' },
  damage: { en: 'Damage', fr: 'Dommage', means: 'Something was damaged.' },
  conduct: { en: 'Conduct', fr: 'Comportement', means: 'Somebody behaved badly.' },
  other: { en: 'Other', fr: 'Autre', means: 'Something else.' },
});
export const DisputeOutcome = valueList({
  for_customer: { en: 'For the customer', fr: 'En faveur du client', means: 'The customer is right.' },
  for_provider: { en: 'For the provider', fr: 'En faveur du prestataire', means: 'The provider is right.' },
  no_finding: { en: 'No finding', fr: 'Sans conclusion', means: 'Neither side could be confirmed.' },
});
export const DisputeDecisionReason = valueList({
  statement_confirmed: {
    en: 'Statement confirmed',
    fr: 'Déclaration confirmée',
    means: 'The statement of the side that opened it is confirmed.',
  },
  statement_contradicted: {
    en: 'Statement contradicted',
    fr: 'Déclaration contredite',
    means: 'The statement of the side that opened it is contradicted.',
  },
  no_response: { en: 'No response', fr: 'Sans réponse', means: 'The other side did not respond.' },
  insufficient_information: {
    en: 'Not enough information',
    fr: 'Informations insuffisantes',
    means: 'The statements do not say enough.',
  },
  outside_platform: {
    en: 'Outside the platform',
    fr: 'Hors de la plateforme',
    means: 'It does not concern the interaction.',
  },
});

export const ReportReason = valueList({
  unsafe: { en: 'Unsafe', fr: 'Danger', means: 'Somebody is in danger.' },
  fraud: { en: 'Fraud', fr: 'Fraude', means: 'Somebody is deceived.' },
  impersonation: { en: 'Impersonation', fr: 'Usurpation d’identité', means: 'The provider is not who it says.' },
  wrong_information: {
    en: 'Wrong information',
    fr: 'Information erronée',
    means: 'Something that the provider says is wrong.',
  },
  other: { en: 'Other', fr: 'Autre', means: 'Something else.' },
});
/** Somebody may be hurt: they are due in hours, and who takes emergency actions reads them (docs/domain/work-queue.md 34). */
export const urgentReportReasons: readonly string[] = ['unsafe', 'fraud'] satisfies readonly z.output<
  typeof ReportReason
>[];

export const ReportOutcome = valueList({
  upheld: { en: 'Upheld', fr: 'Fondé', means: 'The report is right.' },
  dismissed: { en: 'Dismissed', fr: 'Non fondé', means: 'The report is not right.' },
});
export const ReportDecisionReason = valueList({
  action_taken: { en: 'Action taken', fr: 'Mesure prise', means: 'Operators acted.' },
  no_breach: { en: 'No breach', fr: 'Aucun manquement', means: 'No rule is broken.' },
  duplicate: { en: 'Reported before', fr: 'Déjà signalé', means: 'It was reported before.' },
  insufficient_information: {
    en: 'Not enough information',
    fr: 'Informations insuffisantes',
    means: 'The report does not say enough.',
  },
});
