import { randomUUID } from 'node:crypto';
import { type EmergencyKind, emergencyActionChanged, publicationHoldChanged } from '@trust/contracts/events/operations';
import { providerChanged } from '@trust/contracts/events/provider';
import { publicMediaChanged } from '@trust/contracts/events/public-media';
import { operator } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inAYear, makeActive, makeClaim, makePublished, transition } from '../../../test/make.ts';
import { answer, makeEnquiry } from '../../../test/make-enquiry.ts';
import { type ProviderService, setGate, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const supervisor = operator('supervisor');
const held = { status: 409, body: { type: 'http://trust.test/problems/publication-held' } };

async function hold(providerId: string, state: 'held' | 'released' = 'held', holdId: string = randomUUID()) {
  const occurredAt = service.clock.now.toISOString();
  await service.deliver(publicationHoldChanged, { holdId, providerId, state, occurredAt });
  return holdId;
}

const publicationOf = async (id: string) =>
  (await service.db.selectFrom('provider').select('publication').where('id', '=', id).executeTakeFirstOrThrow())
    .publication;

test('a hold withholds a published provider, and its release publishes it again', async () => {
  const { id, publicId } = await makePublished(service);
  const holdId = await hold(id);
  expect(await publicationOf(id)).toBe('withheld');
  expect(await service.get(`/public/providers/${publicId}`)).toMatchObject({ status: 404 });
  expect(await transition(service, supervisor, id, 'release')).toMatchObject(held);
  await hold(id, 'released', holdId);
  expect(await publicationOf(id)).toBe('published');
  expect(await service.get(`/public/providers/${publicId}`)).toMatchObject({ status: 200 });
  const announced = (await service.emitted(providerChanged)).filter(({ providerId }) => providerId === id);
  expect(announced.slice(-2)).toMatchObject([{ publication: 'withheld' }, { publication: 'published' }]);
  for (const action of ['holdPublication', 'releasePublication'])
    expect((await service.audited(action)).at(-1)).toMatchObject({ objectId: id, actorId: null, after: { holdId } });
});

test('a provider stays withheld while one of two holds lasts', async () => {
  const { id } = await makePublished(service);
  const [first, second] = [await hold(id), await hold(id)];
  await hold(id, 'released', first);
  expect(await publicationOf(id)).toBe('withheld');
  await hold(id, 'released', second);
  expect(await publicationOf(id)).toBe('published');
});

test('`publish` returns 409 while a hold lasts, also in the database', async () => {
  const { id, actor } = await makeActive(service);
  await makeClaim(service, id, { validUntil: inAYear() });
  await setGate(service, 'open');
  const holdId = await hold(id);
  expect(await transition(service, actor, id, 'publish')).toMatchObject(held);
  const raw = sql`update provider set publication = 'published', revision = revision + 1 where id = ${id}`.execute(
    service.db,
  );
  await expect(raw).rejects.toMatchObject({ constraint: 'publication_is_held' });
  await hold(id, 'released', holdId);
  expect(await publicationOf(id)).toBe('unpublished');
  expect(await transition(service, actor, id, 'publish')).toMatchObject({ status: 200 });
});

test('the end of a hold does not publish what an operator withheld, nor what cannot be published', async () => {
  const byOperator = await makePublished(service);
  await transition(service, supervisor, byOperator.id, 'withhold');
  await hold(byOperator.id, 'released', await hold(byOperator.id));
  expect(await publicationOf(byOperator.id)).toBe('withheld');

  const gated = await makePublished(service);
  const holdId = await hold(gated.id);
  await setGate(service, 'closed');
  await hold(gated.id, 'released', holdId);
  expect(await publicationOf(gated.id)).toBe('withheld');
  await setGate(service, 'open');
  expect(await transition(service, supervisor, gated.id, 'release')).toMatchObject({ status: 200 });
});

test('a hold may arrive before its provider, and of a closed provider it changes nothing', async () => {
  const unknown = randomUUID();
  await hold(unknown, 'released', await hold(unknown));
  const { id, actor } = await makePublished(service);
  const holdId = await hold(id);
  await transition(service, actor, id, 'close');
  await hold(id, 'released', holdId);
  expect(await publicationOf(id)).toBe('withheld');
});

test('P4 a provider that operators stopped gets no contact and writes no message; it can decline', async () => {
  const owner = await makePublished(service);
  const [sent, accepted] = [await makeEnquiry(service, owner), await makeEnquiry(service, owner)];
  await answer(service, owner.actor, accepted.id, 'accept');
  const attempts = async () => [
    (await answer(service, owner.actor, sent.id, 'accept')).status,
    (await answer(service, owner.actor, accepted.id, 'contact-handoff')).status,
    (await answer(service, owner.actor, accepted.id, 'messages', { text: 'Come to me.' })).status,
  ];
  const stops = {
    suspended: () => transition(service, supervisor, owner.id, 'suspend'),
    withheld: async () => {
      await transition(service, supervisor, owner.id, 'reinstate');
      await transition(service, operator('supervisor'), owner.id, 'withhold');
    },
    held: async () => {
      await transition(service, supervisor, owner.id, 'release');
      await transition(service, owner.actor, owner.id, 'unpublish');
      holdId = await hold(owner.id);
    },
    hidden: async () => {
      await hold(owner.id, 'released', holdId);
      await act('suspend_provider_listing', owner.id);
    },
  };
  let holdId = '';
  for (const [name, stop] of Object.entries(stops)) {
    await stop();
    expect([name, ...(await attempts())]).toEqual([name, 409, 409, 409]);
  }
  expect(await answer(service, accepted.customer, accepted.id, 'messages', { text: 'Hello?' })).toMatchObject({
    status: 201,
  });
  expect(await answer(service, owner.actor, sent.id, 'decline', { reasonCode: 'other' })).toMatchObject({
    status: 200,
  });
  service.advanceClock(3600);
  expect(await answer(service, owner.actor, accepted.id, 'contact-handoff')).toMatchObject({ status: 200 });
});

async function act(kind: EmergencyKind, targetId: string, { hours = 1, actionId = randomUUID() as string } = {}) {
  const at = service.clock.now;
  await service.deliver(emergencyActionChanged, {
    actionId,
    kind,
    targetId,
    startedAt: at.toISOString(),
    endsAt: new Date(at.getTime() + hours * 3_600_000).toISOString(),
    occurredAt: at.toISOString(),
  });
  return actionId;
}

/** Reads what the public sees of a provider and its claims. */
async function publicView({ publicId }: { publicId: string }, claimId: string) {
  const search = await service.get(
    '/public/providers/search?category=plumber&latitude=45.764&longitude=4.8357&limit=100',
  );
  const claims = await service.get(`/public/providers/${publicId}/claims`);
  const found = search.body.items.filter((item: { publicProviderId: string }) => item.publicProviderId === publicId);
  return {
    page: (await service.get(`/public/providers/${publicId}`)).status,
    found: found.length,
    claims: found[0]?.claims.length ?? 0,
    cards: claims.body.items?.length ?? claims.status,
    verified: (await service.post('/public/claims/verify', { body: { claimId } })).body.status,
  };
}

const visible = { page: 200, found: 1, claims: 1, cards: 1, verified: 'valid' };

test('M4 a suspended listing is hidden from the public until the action ends, without a job', async () => {
  const made = await makePublished(service, { category: 'plumber' });
  const { claimId } = await makeClaim(service, made.id, { categoryKey: 'plumber', type: 'other' });
  const both = { ...visible, claims: 2, cards: 2 };
  expect(await publicView(made, claimId)).toEqual(both);
  const actionId = await act('suspend_provider_listing', made.id);
  const hidden = { page: 404, found: 0, claims: 0, cards: 404, verified: 'unknown' };
  expect(await publicView(made, claimId)).toEqual(hidden);
  expect((await service.audited('applyEmergencyAction')).at(-1)).toMatchObject({
    objectType: 'provider',
    objectId: made.id,
    after: { actionId },
  });
  expect(await transition(service, made.actor, made.id, 'unpublish')).toMatchObject({ status: 200 });
  expect(await transition(service, made.actor, made.id, 'publish')).toMatchObject(held);
  service.advanceClock(3600);
  expect(await transition(service, made.actor, made.id, 'publish')).toMatchObject({ status: 200 });
  expect(await publicView(made, claimId)).toEqual(both);

  const again = await act('suspend_provider_listing', made.id);
  expect(await publicView(made, claimId)).toEqual(hidden);
  await act('suspend_provider_listing', made.id, { actionId: again, hours: 0 });
  expect(await publicView(made, claimId)).toEqual(both);
});

test('M4 a withheld claim is in no card, search or signed page until the action ends; other claims stay', async () => {
  const made = await makePublished(service, { category: 'plumber' });
  const [{ claim_id: claimId } = { claim_id: '' }] = await service.db
    .selectFrom('claim')
    .select('claim_id')
    .where('provider_id', '=', made.id)
    .execute();
  service.advanceClock(86_400);
  await act('withhold_claim', claimId);
  const audited = (await service.audited('applyEmergencyAction')).at(-1);
  expect(audited).toMatchObject({ objectType: 'claim', objectId: claimId });
  expect(await publicView(made, claimId)).toEqual({ page: 200, found: 0, claims: 0, cards: 0, verified: 'suspended' });
  const yesterday = new Date(service.clock.now.getTime() - 86_400_000).toISOString().slice(0, 10);
  const past = async () =>
    (await service.get(`/public/providers/${made.publicId}/claims?asOf=${yesterday}`)).body.items;
  expect(await past()).toEqual([]);
  const { claimId: other } = await makeClaim(service, made.id, { categoryKey: 'plumber', type: 'other' });
  expect(await publicView(made, other)).toEqual(visible);
  expect(await publicView(made, claimId)).toEqual({ ...visible, verified: 'suspended' });
  service.advanceClock(3600);
  expect(await publicView(made, claimId)).toEqual({ ...visible, claims: 2, cards: 2 });
  expect(await past()).toHaveLength(1);
});

test('the profile lists the images that evidence published, and drops one that is removed', async () => {
  const { id: providerId, publicId } = await makePublished(service);
  const names = ['a', 'b'].map((letter) => `${letter.repeat(64)}.webp`);
  const at = service.clock.now.toISOString();
  const images = names.map((name, index) => ({
    ...{ mediaId: randomUUID(), providerId, uploaderId: randomUUID(), occurredAt: at },
    ...{ kind: index === 0 ? ('work' as const) : ('profile' as const), state: 'published' as const },
    published: { alt: `Image ${index}`, sizes: [{ name, width: 320, height: 240 }] },
  }));
  for (const image of images) await service.deliver(publicMediaChanged, image);
  const media = async () => (await service.get(`/public/providers/${publicId}`)).body.media;
  const shown = (kind: string, alt: string, name: string | undefined) => ({
    ...{ kind, alt, sizes: [{ url: `http://trust.test/api/v1/public/media/${name}`, width: 320, height: 240 }] },
  });
  expect(await media()).toEqual([shown('profile', 'Image 1', names[1]), shown('work', 'Image 0', names[0])]);
  for (const image of images.slice(0, 1))
    await service.deliver(publicMediaChanged, { ...image, state: 'removed', published: null });
  expect(await media()).toEqual([shown('profile', 'Image 1', names[1])]);
});
