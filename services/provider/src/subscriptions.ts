import { onConsentChanged } from './location/on-consent-changed.ts';
import { onExportRequested } from './people/on-export-requested.ts';
import { onPersonErased } from './people/on-person-erased.ts';
import { onClaimChanged } from './public/on-claim-changed.ts';
import { onPublicationGateChanged } from './publication/on-publication-gate-changed.ts';
import { onCaseChanged } from './workspace/on-case-changed.ts';
import { onCaseOpened } from './workspace/on-case-opened.ts';

export const subscriptions = [
  onCaseOpened,
  onCaseChanged,
  onClaimChanged,
  onPublicationGateChanged,
  onConsentChanged,
  onPersonErased,
  onExportRequested,
];
