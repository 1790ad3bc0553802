import { valueList } from '../values/value-list.ts';
/** Why operators suspend or withhold a provider, remove or add one of its services, or end that. Its representatives read it. */
export const MeasureReason = valueList('measureReason', {
  under_investigation: {
    en: 'Under investigation',
    fr: 'Enquête en cours',
    means: { en: 'Operators examine an incident.', fr: 'Les opérateurs examinent un incident.' },
  },
  safety_concern: {
    en: 'Safety concern',
    fr: 'Risque pour la sécurité',
    means: { en: 'Somebody may be in danger.', fr: 'Quelqu’un est peut-être en danger.' },
  },
  suspected_fraud: {
    en: 'Suspected fraud',
    fr: 'Fraude présumée',
    means: { en: 'Somebody may be deceived.', fr: 'Quelqu’un est peut-être trompé.' },
  },
  wrong_information: {
    en: 'Wrong information',
    fr: 'Information erronée',
    means: { en: 'Something that the provider says is wrong.', fr: 'Une indication du prestataire est erronée.' },
  },
  rule_breach: {
    en: 'Breach of a rule',
    fr: 'Manquement à une règle',
    means: { en: 'A rule of the platform was broken.', fr: 'Une règle de la plateforme n’a pas été respectée.' },
  },
  legal_or_regulator: {
    en: 'Legal requirement',
    fr: 'Obligation légale',
    means: { en: 'A court or an authority requires it.', fr: 'Un tribunal ou une autorité l’exige.' },
  },
  resolved: { en: 'Resolved', fr: 'Motif levé', means: { en: 'The reason has ended.', fr: 'Le motif a disparu.' } },
  mistake: { en: 'Mistake', fr: 'Erreur', means: { en: 'It was a mistake.', fr: 'C’était une erreur.' } },
  other: { en: 'Other', fr: 'Autre', means: 'Something else.' },
});
export const measureReasons = MeasureReason.options;
export type MeasureReason = (typeof measureReasons)[number];
