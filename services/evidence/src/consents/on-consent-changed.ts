import { consentChanged } from '@trust/contracts/events/identity';
import { uploadPolicyKeys } from '@trust/contracts/policies';
import { on } from '../app.ts';
import { saveConsent } from './queries.ts';

export const onConsentChanged = on(consentChanged, async (payload, { trx }) => {
  if (uploadPolicyKeys.includes(payload.policyKey)) await saveConsent(trx, payload);
});
