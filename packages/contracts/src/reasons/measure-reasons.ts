/** Why operators suspend or withhold a provider, or end that. Its representatives read it. */
export const measureReasons = [
  'under_investigation',
  'safety_concern',
  'suspected_fraud',
  'wrong_information',
  'rule_breach',
  'legal_or_regulator',
  'resolved',
  'mistake',
  'other',
] as const;
export type MeasureReason = (typeof measureReasons)[number];
