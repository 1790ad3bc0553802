import { claimChanged } from '@trust/contracts/events/claims';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inAYear, makeClaim, makePublished, type Owner, transition } from '../../../test/make.ts';
import { refuse as refuseIn, takeBackRefusals } from '../../../test/make-refusals.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const day = 86_400;
const type = 'background_check_clear';
const now = () => service.clock.now.toISOString();
const today = () => now().slice(0, 10);

/** A carer with a first-aid course, whose cards the public reads. */
async function makeCarer() {
  const owner = await makePublished(service, { category: 'home-care' });
  await makeClaim(service, owner.id, { categoryKey: 'home-care', type: 'first_aid_trained', validUntil: inAYear() });
  return owner;
}

const refuse = (owner: Owner, of: Parameters<typeof refuseIn>[2] = {}) => refuseIn(service, owner, of);
const grant = (owner: Owner) => makeClaim(service, owner.id, { categoryKey: 'home-care', type, validFrom: now() });

const types = async ({ publicId }: Owner, asOf?: string): Promise<string[]> => {
  const { body } = await service.get(`/public/providers/${publicId}/claims${asOf ? `?asOf=${asOf}` : ''}`);
  return body.items.map((card: { type: string }) => card.type);
};
const isShown = async (owner: Owner, asOf?: string) => (await types(owner, asOf)).includes('first_aid_trained');

test('cards of a held category are read of days before the hold only, and never of today', async () => {
  const owner = await makeCarer();
  const before = today();
  service.advanceClock(day);
  const refused = today();
  await refuse(owner);
  expect([await isShown(owner), await isShown(owner, refused), await isShown(owner, before)]).toEqual([
    false,
    false,
    true,
  ]);
  service.advanceClock(2 * day);
  expect([await isShown(owner, refused), await isShown(owner, before)]).toEqual([false, true]);
  service.advanceClock(day);
  await grant(owner);
  expect([await isShown(owner), await isShown(owner, today()), await isShown(owner, refused)]).toEqual([
    true,
    true,
    false,
  ]);
});

test('a claim that an appeal granted while a review was open does not lift what the review refused later', async () => {
  const owner = await makeCarer();
  await grant(owner);
  service.advanceClock(60);
  await refuse(owner);
  expect(await isShown(owner)).toBe(false);
  service.advanceClock(60);
  await grant(owner);
  expect(await isShown(owner)).toBe(true);
});

test('days of a hold stay without cards, also after an appeal took the refusal back', async () => {
  const owner = await makeCarer();
  service.advanceClock(day);
  const refused = today();
  const firstRefusedAt = now();
  await refuse(owner);
  service.advanceClock(day);
  const granted = today();
  await grant(owner);
  service.advanceClock(day);
  await takeBackRefusals(service, owner);
  await refuse(owner, { firstRefusedAt });
  const days = async () => [await isShown(owner), await isShown(owner, refused), await isShown(owner, granted)];
  expect(await days()).toEqual([false, false, true]);
  await takeBackRefusals(service, owner);
  expect(await days()).toEqual([true, false, true]);
});

test('`asOf` of today follows what operators took back or lifted; of later days what was public', async () => {
  const owner = await makeCarer();
  await refuse(owner);
  service.advanceClock(60);
  const granted = await grant(owner);
  service.advanceClock(day);
  const changed = today();
  const days = async () => [await isShown(owner), await isShown(owner, today()), await isShown(owner, changed)];
  expect(await days()).toEqual([true, true, true]);
  const takenBack = { state: 'suspended', changeReason: 'granted_in_error', occurredAt: now() } as const;
  await makeClaim(service, owner.id, { ...granted, ...takenBack });
  expect(await days()).toEqual([false, false, false]);
  service.advanceClock(day);
  const lifted = { state: 'active', changeReason: 'suspension_lifted', occurredAt: now() } as const;
  await makeClaim(service, owner.id, { ...granted, ...lifted });
  expect(await days()).toEqual([true, true, false]);
  service.advanceClock(day);
  expect(await days()).toEqual([true, true, false]);
});

test('nobody with the credentials of the service rewrites what the public saw on a day', async () => {
  const owner = await makeCarer();
  await refuse(owner);
  const change = (set: string) =>
    service.db.pool.query(`update category_hold set ${set} where provider_id = $1`, [owner.id]);
  await expect(change('held_at = now()')).rejects.toThrow('permission denied');
  await expect(change('is_told = false')).rejects.toThrow('does not change');
  await expect(change(`ended_at = held_at - interval '1 day'`)).rejects.toThrow('category_hold_check');
  const past = `insert into category_hold (provider_id, category_key, held_at, ended_at, is_told)
    select provider_id, 'cleaning', held_at, now(), true from category_hold`;
  await expect(service.db.pool.query(past)).rejects.toThrow('permission denied');
  await expect(service.db.pool.query('delete from category_hold')).rejects.toThrow('permission denied');
  service.advanceClock(60);
  await takeBackRefusals(service, owner);
  await expect(change('ended_at = null')).rejects.toThrow('does not change');
});

test('after a claim ended for safety, cards of its category are read of days before that only', async () => {
  const owner = await makeCarer();
  const claim = await grant(owner);
  const before = today();
  service.advanceClock(day);
  const ended = today();
  await refuse(owner, { claimType: type, isAboutPerson: false });
  const changes = { state: 'suspended', changeReason: 'safety_concern', occurredAt: now() } as const;
  await service.deliver(claimChanged, { ...claim, ...changes } as never);
  service.advanceClock(2 * day);
  const days = async () => [await isShown(owner), await isShown(owner, ended), await isShown(owner, before)];
  expect(await days()).toEqual([false, false, true]);
  await grant(owner);
  expect(await days()).toEqual([true, false, true]);
});

test('the database publishes nobody by a category of which the public sees nothing', async () => {
  const owner = await makeCarer();
  await transition(service, owner.actor, owner.id, 'unpublish');
  await refuse(owner);
  const publish = () =>
    service.db.pool.query(`update provider set publication = 'published', revision = revision + 1 where id = $1`, [
      owner.id,
    ]);
  await expect(publish()).rejects.toThrow('no claim is current');
  service.advanceClock(60);
  await takeBackRefusals(service, owner);
  await publish();
});
