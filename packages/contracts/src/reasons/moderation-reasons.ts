import type { z } from 'zod';
import { meaningsOf, valueList } from '../values/value-list.ts';
/** Why somebody flags a review. The first two hide it until an operator has decided. */
export const ReviewFlagReason = valueList('reviewFlagReason', {
  harmful: {
    en: 'Harmful',
    fr: 'Préjudiciable',
    means: {
      en: 'It threatens, insults or puts somebody in danger.',
      fr: 'Menace, insulte ou met quelqu’un en danger.',
    },
  },
  illegal: { en: 'Illegal', fr: 'Illégal', means: { en: 'It breaks the law.', fr: 'Contraire à la loi.' } },
  personal_data: {
    en: 'Personal data',
    fr: 'Données personnelles',
    means: { en: 'It discloses data of a person.', fr: 'Révèle des données d’une personne.' },
  },
  not_genuine: {
    en: 'Not genuine',
    fr: 'Non authentique',
    means: {
      en: 'Its author does not describe an experience of their own.',
      fr: 'L’auteur ne décrit pas une expérience personnelle.',
    },
  },
  off_topic: {
    en: 'Off topic',
    fr: 'Hors sujet',
    means: { en: 'It is not about the work of the provider.', fr: 'Ne concerne pas le travail du prestataire.' },
  },
});
export const reviewFlagReasons = ReviewFlagReason.options;
export type ReviewFlagReason = (typeof reviewFlagReasons)[number];

/** Why an operator decides about a review; `complies` for those that are shown. */
export const ReviewDecisionReason = valueList('reviewDecisionReason', {
  complies: { en: 'Complies with the rules', fr: 'Conforme aux règles', means: 'It keeps the rules.' },
  ...meaningsOf(ReviewFlagReason),
});
export type ReviewDecisionReason = z.output<typeof ReviewDecisionReason>;

/** Why operators do not accept the public words of a provider: name, summary, website and the address of its premises. */
export const NameRefusal = valueList('nameRefusal', {
  claims_a_check: {
    en: 'Claims a check or an authority',
    fr: 'Revendique un contrôle ou une autorité',
    means: {
      en: 'It says or suggests that somebody checked the provider, or that it acts for an authority.',
      fr: 'Dit ou laisse entendre que quelqu’un a contrôlé le prestataire, ou qu’il agit pour une autorité.',
    },
  },
  another_business: {
    en: 'Name of somebody else',
    fr: 'Nom d’autrui',
    means: {
      en: 'It is the name of another person or business, or looks like one.',
      fr: 'C’est le nom d’une autre personne ou entreprise, ou un nom qui y ressemble.',
    },
  },
  no_name: {
    en: 'Not a name',
    fr: 'N’est pas un nom',
    means: {
      en: 'It is advertising, an address or a contact, not a name.',
      fr: 'C’est une publicité, une adresse ou un contact, et non un nom.',
    },
  },
  personal_data: {
    en: 'Personal data',
    fr: 'Données personnelles',
    means: {
      en: 'The words disclose data of somebody else, such as a customer.',
      fr: 'Les textes révèlent des données d’autrui, par exemple d’un client.',
    },
  },
  illegal: { en: 'Illegal', fr: 'Illégal', means: { en: 'It breaks the law.', fr: 'Contraire à la loi.' } },
  offensive: {
    en: 'Offensive',
    fr: 'Injurieux',
    means: { en: 'It insults or threatens.', fr: 'Insultant ou menaçant.' },
  },
});
export type NameRefusal = z.output<typeof NameRefusal>;

/** Why an operator decides about public words; `complies` for those that are accepted. */
export const NameDecisionReason = valueList('nameDecisionReason', {
  complies: { en: 'Complies with the rules', fr: 'Conforme aux règles', means: 'It keeps the rules.' },
  ...meaningsOf(NameRefusal),
});
export type NameDecisionReason = z.output<typeof NameDecisionReason>;

export const DisputeReason = valueList('disputeReason', {
  no_show: { en: 'No-show', fr: 'Absence', means: { en: 'Somebody did not come.', fr: 'Quelqu’un n’est pas venu.' } },
  quality: {
    en: 'Quality',
    fr: 'Qualité',
    means: { en: 'The work is not as agreed.', fr: 'Le travail n’est pas celui qui était convenu.' },
  },
  price: {
    en: 'Price',
    fr: 'Prix',
    means: { en: 'The price is not as agreed.', fr: 'Le prix n’est pas celui qui était convenu.' },
  },
  damage: {
    en: 'Damage',
    fr: 'Dommage',
    means: { en: 'Something was damaged.', fr: 'Quelque chose a été endommagé.' },
  },
  conduct: {
    en: 'Conduct',
    fr: 'Comportement',
    means: { en: 'Somebody behaved badly.', fr: 'Quelqu’un s’est mal comporté.' },
  },
  other: { en: 'Other', fr: 'Autre', means: 'Something else.' },
});
export const DisputeOutcome = valueList('disputeOutcome', {
  for_customer: {
    en: 'For the customer',
    fr: 'En faveur du client',
    means: { en: 'The customer is right.', fr: 'Le client a raison.' },
  },
  for_provider: {
    en: 'For the provider',
    fr: 'En faveur du prestataire',
    means: { en: 'The provider is right.', fr: 'Le prestataire a raison.' },
  },
  no_finding: {
    en: 'No finding',
    fr: 'Sans conclusion',
    means: { en: 'Neither side could be confirmed.', fr: 'Aucune des deux versions n’a pu être confirmée.' },
  },
});
export const DisputeDecisionReason = valueList('disputeDecisionReason', {
  statement_confirmed: {
    en: 'Statement confirmed',
    fr: 'Déclaration confirmée',
    means: {
      en: 'The statement of the side that opened it is confirmed.',
      fr: 'La déclaration de la partie qui a ouvert le litige est confirmée.',
    },
  },
  statement_contradicted: {
    en: 'Statement contradicted',
    fr: 'Déclaration contredite',
    means: {
      en: 'The statement of the side that opened it is contradicted.',
      fr: 'La déclaration de la partie qui a ouvert le litige est contredite.',
    },
  },
  no_response: {
    en: 'No response',
    fr: 'Sans réponse',
    means: { en: 'The other side did not respond.', fr: 'L’autre partie n’a pas répondu.' },
  },
  insufficient_information: {
    en: 'Not enough information',
    fr: 'Informations insuffisantes',
    means: { en: 'The statements do not say enough.', fr: 'Les déclarations n’en disent pas assez.' },
  },
  outside_platform: {
    en: 'Outside the platform',
    fr: 'Hors de la plateforme',
    means: { en: 'It does not concern the interaction.', fr: 'Cela ne concerne pas ce contact.' },
  },
});

export const ReportReason = valueList('reportReason', {
  unsafe: { en: 'Unsafe', fr: 'Danger', means: { en: 'Somebody is in danger.', fr: 'Quelqu’un est en danger.' } },
  fraud: { en: 'Fraud', fr: 'Fraude', means: { en: 'Somebody is deceived.', fr: 'Quelqu’un est trompé.' } },
  impersonation: {
    en: 'Impersonation',
    fr: 'Usurpation d’identité',
    means: { en: 'The provider is not who it says.', fr: 'Le prestataire n’est pas celui qu’il prétend être.' },
  },
  wrong_information: {
    en: 'Wrong information',
    fr: 'Information erronée',
    means: { en: 'Something that the provider says is wrong.', fr: 'Une indication du prestataire est erronée.' },
  },
  other: { en: 'Other', fr: 'Autre', means: 'Something else.' },
});
/** Somebody may be hurt: they are due in hours, and who takes emergency actions reads them (docs/domain/work-queue.md 34). */
export const urgentReportReasons: readonly string[] = ['unsafe', 'fraud'] satisfies readonly z.output<
  typeof ReportReason
>[];

export const ReportOutcome = valueList('reportOutcome', {
  upheld: { en: 'Upheld', fr: 'Fondé', means: 'The report is right.' },
  dismissed: { en: 'Dismissed', fr: 'Non fondé', means: 'The report is not right.' },
});
export const ReportDecisionReason = valueList('reportDecisionReason', {
  action_taken: { en: 'Action taken', fr: 'Mesure prise', means: 'Operators acted.' },
  no_breach: { en: 'No breach', fr: 'Aucun manquement', means: 'No rule is broken.' },
  duplicate: { en: 'Reported before', fr: 'Déjà signalé', means: 'It was reported before.' },
  insufficient_information: {
    en: 'Not enough information',
    fr: 'Informations insuffisantes',
    means: 'The report does not say enough.',
  },
});
