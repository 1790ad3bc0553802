import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { notificationRequested } from '@trust/contracts/events/any';
import { personErased } from '@trust/contracts/events/identity';
import { emergencyActionChanged, publicationHoldChanged } from '@trust/contracts/events/operations';
import { operator } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeClaim, makePublished, type Owner, transition } from '../../../test/make.ts';
import { answer, makeEnquiry, makeInteraction } from '../../../test/make-enquiry.ts';
import { refuse, takeBackRefusals } from '../../../test/make-refusals.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider({ limits: { 'privileged-operation': 1000 } });
});
afterAll(() => service[Symbol.asyncDispose]());

const supervisor = operator('supervisor');
const occurredAt = () => service.clock.now.toISOString();

async function hold({ id: providerId }: Owner, state: 'held' | 'released' = 'held', holdId: string = randomUUID()) {
  await service.deliver(publicationHoldChanged, { holdId, providerId, state, occurredAt: occurredAt() });
  return () =>
    service.deliver(publicationHoldChanged, { holdId, providerId, state: 'released', occurredAt: occurredAt() });
}

const ways: [string, (owner: Owner) => Promise<() => Promise<unknown>>][] = [
  [
    'a suspension',
    async ({ id }) => {
      await transition(service, operator('supervisor'), id, 'suspend');
      return () => transition(service, supervisor, id, 'reinstate');
    },
  ],
  [
    'an operator who withholds it',
    async ({ id }) => {
      await transition(service, operator('supervisor'), id, 'withhold');
      return () => transition(service, supervisor, id, 'release');
    },
  ],
  ['the hold of an incident', (owner) => hold(owner)],
  [
    'the hold of an incident, after its owner unpublished it',
    async (owner) => {
      await transition(service, owner.actor, owner.id, 'unpublish');
      const release = await hold(owner);
      return async () => {
        await release();
        await transition(service, owner.actor, owner.id, 'publish');
      };
    },
  ],
  [
    'an emergency action',
    async ({ id: targetId }) => {
      const action = { actionId: randomUUID(), kind: 'suspend_provider_listing', targetId } as const;
      const startedAt = occurredAt();
      const until = (endsAt: string) =>
        service.deliver(emergencyActionChanged, { ...action, startedAt, endsAt, occurredAt: occurredAt() });
      await until(new Date(service.clock.now.getTime() + 3_600_000).toISOString());
      return () => until(occurredAt());
    },
  ],
  [
    'a refused claim about a person in the category',
    async (owner) => {
      await refuse(service, owner, { categoryKey: 'electrician' });
      return () => takeBackRefusals(service, owner);
    },
  ],
];

const told = async () =>
  (await service.emitted(notificationRequested.provider)).filter(
    ({ template }) => template === 'enquiry_provider_stopped',
  );
const toldAbout = async (...ids: string[]) =>
  (await told()).filter(({ data }) => ids.includes(String(data.enquiryId))).map(({ userId }) => userId);

test.each(ways)('P4 %s hides the contact; who may let somebody in is told, without a reason', async (_way, stop) => {
  const owner = await makePublished(service);
  const [sent, accepted] = [await makeEnquiry(service, owner), await makeEnquiry(service, owner)];
  await answer(service, owner.actor, accepted.id, 'accept');
  const handedOff = await makeInteraction(service, owner);
  const seen = async (actor = handedOff.customer) => (await service.get(`/enquiries/${handedOff.id}`, { actor })).body;
  expect(await seen()).toMatchObject({ isProviderPublic: true });
  expect(await seen(owner.actor)).toMatchObject({ contact: { identifier: 'lea@example.org' } });

  const lift = await stop(owner);
  const refusal = { reasonCode: 'other', message: 'Come to my place, just ring.' };
  expect(await answer(service, owner.actor, sent.id, 'decline', refusal)).toMatchObject({ status: 409 });
  expect((await toldAbout(sent.id, accepted.id, handedOff.id)).sort()).toEqual(
    [accepted.customer.userId, handedOff.customer.userId].sort(),
  );
  const [notice] = (await told()).slice(-1);
  expect(notice?.data).toEqual({ enquiryId: expect.any(String), categoryKey: 'electrician' });
  expect(await seen()).toMatchObject({ isProviderPublic: false, state: 'handed_off' });
  expect(await seen(owner.actor)).toMatchObject({ contact: null, messages: [], state: 'handed_off' });
  expect((await seen()).messages).toHaveLength(1);
  const dispute = (actor: Actor) =>
    service.post(`/interactions/${handedOff.interactionId}/disputes`, {
      actor,
      body: { reasonCode: 'other', statement: 'I will come tomorrow all the same.' },
    });
  expect(await dispute(owner.actor)).toMatchObject({ status: 409 });
  const { id } = (await dispute(handedOff.customer)).body;
  const text = { text: 'I was there at nine, and nobody opened.' };
  expect((await service.post(`/disputes/${id}/statements`, { actor: owner.actor, body: text })).status).toBe(201);

  await lift();
  expect(await seen()).toMatchObject({ isProviderPublic: true });
  expect(await seen(owner.actor)).toMatchObject({
    contact: { identifier: 'lea@example.org' },
    messages: [{ author: 'customer' }],
  });
});

test('P4 whoever got the contact may still come for 30 days after either side closed the enquiry', async () => {
  const owner = await makePublished(service);
  const [byProvider, byCustomer, erased] = [
    await makeInteraction(service, owner),
    await makeInteraction(service, owner),
    await makeInteraction(service, owner),
  ];
  const [accepted, sent] = [await makeEnquiry(service, owner), await makeEnquiry(service, owner)];
  await answer(service, owner.actor, accepted.id, 'accept');
  await answer(service, owner.actor, sent.id, 'decline', { reasonCode: 'no_capacity' });
  for (const { id } of [byProvider, accepted]) await answer(service, owner.actor, id, 'close');
  await answer(service, byCustomer.customer, byCustomer.id, 'close');
  const { userId } = erased.customer;
  await service.deliver(personErased, { userId, contacts: [], erasedAt: occurredAt() });
  const stopped = async (days: number) => {
    service.advanceClock(days * 86_400);
    const before = (await told()).length;
    for (const [name, actor] of [
      ['suspend', operator('supervisor')],
      ['reinstate', supervisor],
    ] as const)
      await transition(service, actor, owner.id, name);
    return (await told())
      .slice(before)
      .map((one) => one.userId)
      .sort();
  };
  const both = [byProvider.customer.userId, byCustomer.customer.userId].sort();
  expect([await stopped(0), await stopped(29), await stopped(1)]).toEqual([both, both, []]);
  const changed = sql`update enquiry set stop_told_at = now(), ended_by = 'customer' where id = ${byProvider.id}`;
  await expect(changed.execute(service.db)).rejects.toThrow('an enquiry that has ended is immutable');
});

test('P4 customers are told of a claim in their category that is no longer shown', async () => {
  const owner = await makePublished(service);
  const { id } = await makeInteraction(service, owner);
  const end = async (categoryKey: string) => {
    const claim = await makeClaim(service, owner.id, { categoryKey, type: 'another_type' });
    await makeClaim(service, owner.id, { ...claim, state: 'suspended', changeReason: 'subject_ended' });
  };
  await end('plumber');
  expect(await toldAbout(id)).toEqual([]);
  await end('electrician');
  expect(await toldAbout(id)).toHaveLength(1);
});

test('P4 customers are told of a claim in their category that an operator withholds, when it begins', async () => {
  const owner = await makePublished(service);
  const { id } = await makeInteraction(service, owner);
  const withhold = async (categoryKey: string, hours: number) => {
    const { claimId: targetId } = await makeClaim(service, owner.id, { categoryKey, type: `type_of_${categoryKey}` });
    const endsAt = new Date(service.clock.now.getTime() + hours * 3_600_000).toISOString();
    const action = { actionId: randomUUID(), kind: 'withhold_claim', targetId, startedAt: occurredAt() } as const;
    await service.deliver(emergencyActionChanged, { ...action, endsAt, occurredAt: occurredAt() });
  };
  await withhold('plumber', 1);
  await withhold('electrician', 0);
  expect(await toldAbout(id)).toEqual([]);
  await withhold('electrician', 1);
  expect(await toldAbout(id)).toHaveLength(1);
});

test('a customer is told of stops of a provider once a day, also with a later enquiry', async () => {
  const owner = await makePublished(service);
  const { id, customer } = await makeInteraction(service, owner);
  const stopAndLift = async () => {
    await transition(service, operator('supervisor'), owner.id, 'suspend');
    await transition(service, supervisor, owner.id, 'reinstate');
  };
  for (const _again of [1, 2]) await stopAndLift();
  expect(await toldAbout(id)).toEqual([customer.userId]);
  await answer(service, customer, id, 'close');
  const next = await makeEnquiry(service, owner, customer);
  await answer(service, owner.actor, next.id, 'accept');
  await stopAndLift();
  expect(await toldAbout(id, next.id)).toHaveLength(1);
  service.advanceClock(86_400);
  await stopAndLift();
  expect(await toldAbout(id, next.id)).toEqual([customer.userId, customer.userId]);
});
