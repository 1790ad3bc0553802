import { consentChanged, consentSnapshot } from '@trust/contracts/events/identity';
import { uploadPolicyKeys } from '@trust/contracts/policies';
import { on } from '../../app.ts';
import { saveConsent } from './queries.ts';

export const onConsentChanged = [consentChanged, consentSnapshot].map((type) =>
  on(type, async (payload, { trx }) => {
    if (uploadPolicyKeys.includes(payload.policyKey)) await saveConsent(trx, payload);
  }),
);
