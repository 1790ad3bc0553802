import { onRepresentativeAssigned } from './assignments/on-representative-assigned.ts';
import { onRepresentativeEnded } from './assignments/on-representative-ended.ts';
import { onPremisesConsentGiven } from './consents/on-premises-consent-given.ts';

export const subscriptions = [onRepresentativeAssigned, onRepresentativeEnded, onPremisesConsentGiven];
