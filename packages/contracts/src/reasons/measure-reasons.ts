import { valueList } from '../value-list.ts';
/** Why operators suspend or withhold a provider, or end that. Its representatives read it. */
export const MeasureReason = valueList({
  under_investigation: { en: 'Under investigation', fr: '', means: 'Operators examine an incident.' },
  safety_concern: { en: 'Safety concern', fr: '', means: 'Somebody may be in danger.' },
  suspected_fraud: { en: 'Suspected fraud', fr: '', means: 'Somebody may be deceived.' },
  wrong_information: { en: 'Wrong information', fr: '', means: 'Something that the provider says is wrong.' },
  rule_breach: { en: 'Rule breach', fr: '', means: 'A rule of the platform was broken.' },
  legal_or_regulator: { en: 'Legal or regulator', fr: '', means: 'A court or an authority requires it.' },
  resolved: { en: 'Resolved', fr: '', means: 'The reason has ended.' },
  mistake: { en: 'Mistake', fr: '', means: 'It was a mistake.' },
  other: { en: 'Other', fr: '', means: 'Something else.' },
});
export const measureReasons = MeasureReason.options;
export type MeasureReason = (typeof measureReasons)[number];
