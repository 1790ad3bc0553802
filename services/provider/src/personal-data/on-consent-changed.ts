import { consentChanged, consentSnapshot } from '@trust/contracts/events/identity';
import { uploadPolicyKeys } from '@trust/contracts/policies';
import { on } from '../app.ts';
import { saveConsent } from '../from-other-services/consents/upload-consents.ts';
import { type PolicyGivenHere, saveWithdrawal } from '../from-other-services/consents/withdrawals.ts';
import { withdrawPublicName } from '../registration/claim-subjects/withdraw-public-name.ts';
import { withdrawPremises } from '../registration/location/withdraw-premises.ts';
import { withdrawContacts } from './own-enquiries.ts';

/** A withdrawal does not affect a consent that a later write gave: of premises, or of a contact. */
export const onConsentChanged = [consentChanged, consentSnapshot].map((type) =>
  on(type, async (payload, { trx }, app) => {
    const { userId: personId, policyKey, granted } = payload;
    if (uploadPolicyKeys.includes(policyKey)) await saveConsent(trx, payload);
    if (granted || !isGivenHere(policyKey)) return;
    const at = new Date(payload.occurredAt);
    await saveWithdrawal(trx, { personId, policyKey, at });
    await withdraw[policyKey](trx, app, personId, at);
  }),
);

const withdraw = {
  'public-premises': withdrawPremises,
  'public-name': (trx, _, personId, at) => withdrawPublicName(trx, personId, at),
  'contact-sharing': (trx, _, personId, at) => withdrawContacts(trx, personId, at),
} satisfies Record<PolicyGivenHere, typeof withdrawPremises>;

function isGivenHere(policyKey: string): policyKey is PolicyGivenHere {
  return policyKey in withdraw;
}
