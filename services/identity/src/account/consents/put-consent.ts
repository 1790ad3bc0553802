import { consentChanged } from '@trust/contracts/events/identity';
import { isPolicyKey, type PolicyKey, policies } from '@trust/contracts/policies';
import { emit } from '@trust/service-kit/outbox/outbox';
import { conflict, invalid, Problem, unknownKey } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { audit, route } from '../../app.ts';
import { lockPerson } from '../../people/persons.ts';
import { consentView, historyLength } from './consent-view.ts';
import { type ConsentRow, findConsents } from './of-person.ts';
import { insertConsent } from './queries.ts';
import { Consent, ConsentUpdate } from './schema.ts';

export const putConsent = route(
  {
    method: 'put',
    path: '/account/consents/{policyKey}',
    summary: 'Grant or withdraw a consent',
    description:
      'You can only grant the current version. A withdrawal takes effect at once: without `evidence-processing` nothing is uploaded and no document of an undecided case is opened, without `public-premises`, premises that no colleague consents to as well are no longer shown, without `public-name` the claims about you. A registered name that is your own stays public with the claims about the business, until the provider is unpublished or closed. Granting what is granted changes nothing; every withdrawal is recorded with its own time, because it also ends a consent given a moment ago with an enquiry, premises or a name.',
    access: 'session',
    limit: 'profile-mutation',
    params: z.object({
      policyKey: z
        .string()
        .max(64)
        .meta({ description: 'Key of the policy, as in `GET /account/consents`.', examples: ['public-premises'] }),
    }),
    body: ConsentUpdate,
    responds: { status: 200, body: Consent },
    problems: ['not-found', 'state-conflict'],
  },
  async (input, { db, now, newId }) => {
    const { actor, body, request } = input;
    const { policyKey } = input.params;
    if (!isPolicyKey(policyKey)) throw unknownKey();

    return db.transact(async (trx) => {
      if (!(await lockPerson(trx, actor.userId))) throw new Problem('unauthenticated');
      const entries = await findConsents(trx, actor.userId, historyLength);
      const own = entries.filter((entry) => entry.policy_key === policyKey);
      assertAllowed(policyKey, body, own);
      // A consent that was given elsewhere may not have arrived yet: each withdrawal ends what came before it.
      const changed = !body.granted || !own[0]?.granted || own[0].version !== body.version;
      const entry = { policy_key: policyKey, ...body, at: now() };
      if (changed) {
        await insertConsent(trx, { id: newId(), person_id: actor.userId, ...entry });
        const at = entry.at.toISOString();
        await emit(trx, consentChanged, { userId: actor.userId, policyKey, ...body, occurredAt: at });
      }
      await audit(trx, input, {
        objectType: 'consent',
        objectId: policyKey,
        before: { granted: own[0]?.granted ?? null, version: own[0]?.version ?? null },
        after: body,
      });
      return consentView(policyKey, changed ? [entry, ...entries] : entries, request.language);
    });
  },
);

function assertAllowed(
  policyKey: PolicyKey,
  { version, granted }: { version: string; granted: boolean },
  own: readonly ConsentRow[],
): void {
  const policy = policies[policyKey];
  const isKnown = version === policy.version || own.some((entry) => entry.version === version);
  if (granted ? version !== policy.version : !isKnown)
    throw invalid('version', 'not_current', {
      en: `The current version is ${policy.version}. Read its text and send that version.`,
      fr: `La version actuelle est ${policy.version}. Lisez son texte et envoyez cette version.`,
    });
  if (!granted && policy.required)
    throw conflict({
      en: 'This policy applies to every account, so there is nothing to withdraw alone. To end it, erase the account with `DELETE /account`.',
      fr: 'Cette politique s’applique à tout compte : elle ne se retire pas seule. Pour y mettre fin, effacez le compte avec `DELETE /account`.',
    });
}
