import { contactConsentGiven } from '@trust/contracts/events/customers';
import { consentChanged } from '@trust/contracts/events/identity';
import { premisesConsentGiven, publicNameConsentGiven } from '@trust/contracts/events/provider';
import { type PolicyKey, policies } from '@trust/contracts/policies';
import { emit } from '@trust/service-kit/outbox/outbox';
import { on } from '../../app.ts';
import { lockPerson } from '../../people/persons.ts';
import { findConsents } from './of-person.ts';
import { insertConsent } from './queries.ts';

/** Makes consent that was given outside the account withdrawable in it (docs/domain/erasure.md 27). */
function recordConsent(type: typeof premisesConsentGiven, policyKey: PolicyKey) {
  return on(type, async ({ userId: personId, occurredAt: at }, { trx }, { newId }) => {
    if (!(await lockPerson(trx, personId))) return;
    const { version } = policies[policyKey];
    const inForce = (await findConsents(trx, personId, 1)).find((entry) => entry.policy_key === policyKey);
    const isOlder = inForce && inForce.at >= new Date(at);
    if (isOlder || (inForce?.granted && inForce.version === version)) return;
    await insertConsent(trx, { id: newId(), person_id: personId, policy_key: policyKey, version, granted: true, at });
    await emit(trx, consentChanged, { userId: personId, policyKey, version, granted: true, occurredAt: at });
  });
}

export const onConsentGiven = [
  recordConsent(premisesConsentGiven, 'public-premises'),
  recordConsent(publicNameConsentGiven, 'public-name'),
  recordConsent(contactConsentGiven, 'contact-sharing'),
];
