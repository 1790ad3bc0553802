import { randomUUID } from 'node:crypto';
import { contactConsentGiven } from '@trust/contracts/events/customers';
import { consentChanged } from '@trust/contracts/events/identity';
import { premisesConsentGiven } from '@trust/contracts/events/provider';
import { policies } from '@trust/contracts/policies';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Identity, member, startIdentity } from '../../../test/service.ts';

let identity: Identity;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity[Symbol.asyncDispose]());

const { version } = policies['public-premises'];
type Somebody = Awaited<ReturnType<typeof member>>;

async function premises({ actor }: Somebody) {
  const { body } = await identity.get('/account/consents', { actor });
  return body.items.find(({ policyKey }: { policyKey: string }) => policyKey === 'public-premises');
}

const give = (personId: string, at = identity.clock.now) =>
  identity.deliver(premisesConsentGiven, { userId: personId, providerId: randomUUID(), occurredAt: at.toISOString() });

test('records consent given with a location once; the account withdraws it', async () => {
  const somebody = await member(identity);
  await give(somebody.actor.userId);
  identity.advanceClock(1);
  await give(somebody.actor.userId);
  expect(await premises(somebody)).toMatchObject({ granted: true, version, history: [{ granted: true }] });
  const body = { version, granted: false };
  await identity.put('/account/consents/public-premises', { actor: somebody.actor, body });
  const announced = (await identity.emitted(consentChanged)).map(({ granted }) => granted);
  expect(announced).toEqual([true, false]);
});

test('ignores a consent that is older than the last withdrawal', async () => {
  const somebody = await member(identity);
  const earlier = identity.clock.now;
  identity.advanceClock(5);
  const body = { version, granted: false };
  await identity.put('/account/consents/public-premises', { actor: somebody.actor, body });
  await give(somebody.actor.userId, earlier);
  expect(await premises(somebody)).toMatchObject({ granted: false });
  await expect(give(randomUUID())).resolves.toBeUndefined();
});

test('P4 ignores a consent that arrives after a withdrawal that repeated an earlier one', async () => {
  const somebody = await member(identity);
  const withdraw = () =>
    identity.put('/account/consents/public-premises', { actor: somebody.actor, body: { version, granted: false } });
  await withdraw();
  identity.advanceClock(5);
  const given = identity.clock.now;
  identity.advanceClock(1);
  expect(await withdraw()).toMatchObject({ status: 200, body: { granted: false } });
  await give(somebody.actor.userId, given);
  expect(await premises(somebody)).toMatchObject({ granted: false, history: [{ granted: false }, { granted: false }] });
  identity.advanceClock(1);
  await give(somebody.actor.userId);
  expect(await premises(somebody)).toMatchObject({ granted: true });
});

test('records consent given with an enquiry', async () => {
  const somebody = await member(identity);
  const occurredAt = identity.clock.now.toISOString();
  const given = { userId: somebody.actor.userId, providerId: randomUUID(), occurredAt };
  await identity.deliver(contactConsentGiven, given);
  const { body } = await identity.get('/account/consents', { actor: somebody.actor });
  expect(body.items).toContainEqual(expect.objectContaining({ policyKey: 'contact-sharing', granted: true }));
  expect(await premises(somebody)).not.toMatchObject({ granted: true });
});
