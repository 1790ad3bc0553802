import { consentChanged, consentSnapshot } from '@trust/contracts/events/identity';
import { uploadPolicyKeys } from '@trust/contracts/policies';
import { projection } from '../../app.ts';

/** The last entry for a policy is in force. */
export const onConsentChanged = projection({
  of: [consentChanged, consentSnapshot],
  table: 'upload_consent',
  key: ['person_id', 'policy_key'],
  row: ({ userId, policyKey, version, granted, occurredAt }) =>
    uploadPolicyKeys.includes(policyKey)
      ? { person_id: userId, policy_key: policyKey, version, granted, changed_at: occurredAt }
      : undefined,
});
