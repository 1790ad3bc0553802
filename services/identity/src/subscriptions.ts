import { onRepresentativeAssigned } from './assignments/on-representative-assigned.ts';
import { onRepresentativeEnded } from './assignments/on-representative-ended.ts';

export const subscriptions = [onRepresentativeAssigned, onRepresentativeEnded];
