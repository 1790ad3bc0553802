import { onRepresentativeAssigned } from './assignments/on-representative-assigned.ts';
import { onRepresentativeEnded } from './assignments/on-representative-ended.ts';
import { onPremisesConsentGiven } from './consents/on-premises-consent-given.ts';
import { onExportPartSealed } from './data-exports/on-export-part-sealed.ts';

export const subscriptions = [
  onRepresentativeAssigned,
  onRepresentativeEnded,
  onPremisesConsentGiven,
  ...onExportPartSealed,
];
