import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { publicMediaChanged, publicMediaSnapshot } from '@trust/contracts/events/public-media';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Owner } from '../../../test/make.ts';
import { checkedClaims, me } from '../../../test/make-checked.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const { addOwner, makeChecked, verify } = checkedClaims(() => service);

/** As evidence announces an approved profile image. */
async function publish({ id: providerId }: Owner, { userId: uploaderId }: Actor, alt: string) {
  service.advanceClock(60);
  const image = {
    ...{ mediaId: randomUUID(), providerId, uploaderId, kind: 'profile' as const, state: 'published' as const },
    published: { alt, sizes: [{ name: `${'a'.repeat(64)}.webp`, width: 320, height: 240 }] },
    occurredAt: service.clock.now.toISOString(),
  };
  await service.deliver(publicMediaChanged, image);
  return image;
}
const photoOf = async ({ claimId }: { claimId: string }) =>
  (await verify({ claimId })).claims[0].provider.image?.alt ?? null;

async function takeOver({ id, actor }: Owner, successor: Actor, endsClaimIds: string[]) {
  const { items } = (await service.get(`/providers/${id}/representatives`, { actor: successor })).body;
  const representativeId = items.find(({ isOwn }: { isOwn: boolean }) => isOwn).id;
  const body = { representativeId, givenName: 'Anne', familyName: 'Petit', endsClaimIds };
  const named = await service.put(`${me}/responsible-person`, { actor, body });
  expect(named.status).toBe(200);
  if (successor === actor) return;
  const accepting = { actor: successor, body: { namingId: named.body.naming.id } };
  expect((await service.post(`${me}/responsible-person/acceptance`, accepting)).status).toBe(200);
}

test('T1 verification shows a photo only if the person responsible uploaded it', async () => {
  const made = await makeChecked({ kind: 'individual' });
  const { business, person } = made.claims;
  const manager = await addOwner(made, 'manager');
  await publish(made, manager, 'The manager');
  expect([await photoOf(person), await photoOf(business)]).toEqual([null, null]);
  expect((await service.get(`/public/providers/${made.publicId}`)).body.media).toMatchObject([{ alt: 'The manager' }]);

  const own = await publish(made, made.actor, 'Claire');
  await publish(made, manager, 'The manager again');
  expect([await photoOf(person), await photoOf(business)]).toEqual(['Claire', 'Claire']);
  await service.deliver(publicMediaChanged, { ...own, state: 'removed', published: null });
  expect(await photoOf(person)).toBeNull();
});

test('T1 a photo does not outlive the person responsible, and another one is never beside their name', async () => {
  const made = await makeChecked();
  const { business, person } = made.claims;
  const successor = await addOwner(made);
  await publish(made, successor, 'Anne too early');
  await publish(made, made.actor, 'Claire');
  await takeOver(made, successor, [person.claimId]);
  expect([await photoOf(person), await photoOf(business)]).toEqual([null, null]);
  await publish(made, successor, 'Anne');
  expect([await photoOf(person), await photoOf(business)]).toEqual([null, 'Anne']);
});

test('T1 the photo stays with another business, and goes with another name of the person', async () => {
  const made = await makeChecked();
  const { business, person } = made.claims;
  await publish(made, made.actor, 'Claire');
  await service.put(`${me}/registered-name`, {
    actor: made.actor,
    body: { name: 'Petit SARL', endsClaimIds: [business.claimId] },
  });
  expect(await photoOf(business)).toBe('Claire');
  service.advanceClock(60);
  await takeOver(made, made.actor, [person.claimId]);
  expect(await photoOf(business)).toBeNull();
  await publish(made, made.actor, 'Anne');
  expect(await photoOf(business)).toBe('Anne');
});

test('a snapshot adds the uploader to an image of an earlier release; until then verification shows none', async () => {
  const made = await makeChecked();
  const image = await publish(made, made.actor, 'Claire');
  await service.db
    .updateTable('public_media')
    .set({ uploader_id: null })
    .where('media_id', '=', image.mediaId)
    .execute();
  expect(await photoOf(made.claims.person)).toBeNull();
  await service.deliver(publicMediaSnapshot, image);
  expect(await photoOf(made.claims.person)).toBe('Claire');
});
