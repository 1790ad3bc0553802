import { consentChanged, consentSnapshot } from '@trust/contracts/events/identity';
import { uploadPolicyKeys } from '@trust/contracts/policies';
import { on } from '../app.ts';
import { saveConsent } from '../from-other-services/consents/upload-consents.ts';
import { withdrawPublicName } from '../registration/claim-subjects/withdraw-public-name.ts';
import { withdrawPremises } from '../registration/location/withdraw-premises.ts';
import { withdrawContacts } from './own-enquiries.ts';

/** A withdrawal does not affect a consent that a later write gave: of premises, or of a contact. */
export const onConsentChanged = [consentChanged, consentSnapshot].map((type) =>
  on(type, async (payload, { trx }, app) => {
    const { userId: personId, policyKey, granted, occurredAt: at } = payload;
    if (policyKey === 'public-premises' && !granted) await withdrawPremises(trx, app, personId, new Date(at));
    if (policyKey === 'contact-sharing' && !granted) await withdrawContacts(trx, personId, new Date(at));
    if (policyKey === 'public-name' && !granted) await withdrawPublicName(trx, personId, new Date(at));
    if (uploadPolicyKeys.includes(policyKey)) await saveConsent(trx, payload);
  }),
);
