import { onClaimChanged } from './public/on-claim-changed.ts';
import { onPublicationGateChanged } from './publication/on-publication-gate-changed.ts';
import { onCaseChanged } from './workspace/on-case-changed.ts';
import { onCaseOpened } from './workspace/on-case-opened.ts';

export const subscriptions = [onCaseOpened, onCaseChanged, onClaimChanged, onPublicationGateChanged];
