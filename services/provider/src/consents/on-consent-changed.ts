import { consentChanged } from '@trust/contracts/events/identity';
import { uploadPolicyKeys } from '@trust/contracts/policies';
import { on } from '../app.ts';
import { withdrawPremises } from '../location/withdraw-premises.ts';
import { saveConsent } from './queries.ts';

/** Without consent to `public-premises` nothing is shown; a consent given with a later location write is a new one, and stays. */
export const onConsentChanged = on(consentChanged, async (payload, { trx }) => {
  const { userId: personId, policyKey, granted, occurredAt: at } = payload;
  if (policyKey === 'public-premises' && !granted) await withdrawPremises(trx, personId, new Date(at));
  if (uploadPolicyKeys.includes(policyKey)) await saveConsent(trx, payload);
});
