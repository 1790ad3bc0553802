import { valueList } from '../values/value-list.ts';
/** Why operators suspend or withhold a provider, remove or add one of its services, or end that. Its representatives read it. */
export const MeasureReason = valueList({
  under_investigation: { en: 'Under investigation', fr: 'Enquête en cours', means: 'Operators examine an incident.' },
  safety_concern: { en: 'Safety concern', fr: 'Risque pour la sécurité', means: 'Somebody may be in danger.' },
  suspected_fraud: { en: 'Suspected fraud', fr: 'Fraude présumée', means: 'Somebody may be deceived.' },
  wrong_information: {
    en: 'Wrong information',
    fr: 'Information erronée',
    means: 'Something that the provider says is wrong.',
  },
  rule_breach: { en: 'Breach of a rule', fr: 'Manquement à une règle', means: 'A rule of the platform was broken.' },
  legal_or_regulator: {
    en: 'Legal requirement',
    fr: 'Obligation légale',
    means: 'A court or an authority requires it.',
  },
  resolved: { en: 'Resolved', fr: 'Motif levé', means: 'The reason has ended.' },
  mistake: { en: 'Mistake', fr: 'Erreur', means: 'It was a mistake.' },
  other: { en: 'Other', fr: 'Autre', means: 'Something else.' },
});
export const measureReasons = MeasureReason.options;
export type MeasureReason = (typeof measureReasons)[number];
