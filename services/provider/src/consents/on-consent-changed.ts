import { consentChanged, consentSnapshot } from '@trust/contracts/events/identity';
import { uploadPolicyKeys } from '@trust/contracts/policies';
import { on } from '../app.ts';
import { withdrawPremises } from '../location/withdraw-premises.ts';
import { saveConsent } from './queries.ts';

/** Withdrawing `public-premises` does not affect a consent that a later location write gave. */
export const onConsentChanged = [consentChanged, consentSnapshot].map((type) =>
  on(type, async (payload, { trx }) => {
    const { userId: personId, policyKey, granted, occurredAt: at } = payload;
    if (policyKey === 'public-premises' && !granted) await withdrawPremises(trx, personId, new Date(at));
    if (uploadPolicyKeys.includes(policyKey)) await saveConsent(trx, payload);
  }),
);
