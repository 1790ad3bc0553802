import { consentChanged } from '@trust/contracts/events/identity';
import { on } from '../app.ts';
import { withdrawPremises } from './withdraw-premises.ts';

/** Without consent nothing is shown. A consent given with a later location write is a new one, and stays. */
export const onConsentChanged = on(consentChanged, async ({ personId, policyKey, granted, at }, { trx }) => {
  if (policyKey === 'public-premises' && !granted) await withdrawPremises(trx, personId, new Date(at));
});
