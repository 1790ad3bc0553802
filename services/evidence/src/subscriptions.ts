import { onCaseChanged } from './cases/on-case-changed.ts';
import { onClaimChanged } from './claims/on-claim-changed.ts';
import { onConsentChanged } from './consents/on-consent-changed.ts';
import { onEmergencyActionChanged } from './emergency-actions/on-emergency-action-changed.ts';
import { onEvidenceRefused } from './evidence-versions/on-evidence-refused.ts';
import { onExportRequested } from './export-and-erasure/on-export-requested.ts';
import { onPersonErased } from './export-and-erasure/on-person-erased.ts';
import { onProviderErased } from './export-and-erasure/on-provider-erased.ts';
import { onAssignmentChanged } from './field-photos/on-assignment-changed.ts';
import { onLegalHoldChanged, onLegalHoldSnapshot } from './legal-holds/on-legal-hold-changed.ts';
import { onProviderChanged } from './media-publication/on-provider-changed.ts';
import { onMediaDecided } from './public-media/on-media-decided.ts';
import { onRequirementVersionActivated } from './requirements/on-requirement-version-activated.ts';
import { onServiceRemoved } from './selections/on-service-removed.ts';
import { onServiceSelected } from './selections/on-service-selected.ts';
import { onServiceSnapshot } from './selections/on-service-snapshot.ts';

import { onObjectsArrived } from './upload-intents/sending/on-objects-arrived.ts';

export const subscriptions = [
  ...onRequirementVersionActivated,
  onServiceSelected,
  onServiceRemoved,
  onServiceSnapshot,
  ...onCaseChanged,
  ...onClaimChanged,
  onEvidenceRefused,
  ...onConsentChanged,
  onPersonErased,
  onExportRequested,
  onProviderErased,
  onLegalHoldChanged,
  onLegalHoldSnapshot,
  onObjectsArrived,
  ...onAssignmentChanged,
  ...onProviderChanged,
  ...onEmergencyActionChanged,
  ...onMediaDecided,
];
