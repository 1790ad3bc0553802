import type { Actor } from '@trust/contracts/actor';
import { providerChanged } from '@trust/contracts/events/provider';
import { person } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOwner, makePublished, squareAround } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider({ connections: 10 });
});
afterAll(() => service[Symbol.asyncDispose]());

const path = '/provider-workspace/me/profile';

test('C3 a stale If-Match returns 409 with the current representation and its ETag', async () => {
  const { actor } = await makeOwner(service);
  const edit = (body: object, ifMatch?: string) =>
    service.patch(path, { actor, body, ...(ifMatch && { headers: { 'if-match': ifMatch } }) });

  const first = await edit({ summary: 'Written by one editor.' }, '"r1"');
  expect(first).toMatchObject({ status: 200, body: { summary: 'Written by one editor.', revision: 2 } });
  expect(first.headers.get('etag')).toBe('"r2"');

  const stale = await edit({ summary: 'Written by the other.' }, '"r1"');
  expect(stale).toMatchObject({
    status: 409,
    body: {
      type: 'http://trust.test/problems/edit-conflict',
      current: { summary: 'Written by one editor.', revision: 2 },
    },
  });
  expect(stale.headers.get('etag')).toBe('"r2"');

  expect(await edit({ summary: 'x' }, 'W/"r2"')).toMatchObject({ status: 409 });
  expect(await edit({ website: 'https://volta.example' }, '"r1", "r2"')).toMatchObject({ status: 200 });
  expect(await edit({ languages: ['fr', 'en', 'fr'] }, '*')).toMatchObject({ body: { languages: ['fr', 'en'] } });
  expect(await edit({ website: null })).toMatchObject({
    body: { website: null, summary: 'Written by one editor.', revision: 5 },
  });
});

test('C3 of 16 concurrent edits of one revision one succeeds; without If-Match all do', async () => {
  const { actor } = await makeOwner(service);
  const race = (headers: Record<string, string>) =>
    Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        service.patch(path, { actor, headers, body: { summary: `Editor number ${index}` } }),
      ),
    );
  const statuses = (await race({ 'if-match': '"r1"' })).map(({ status }) => status).sort();
  expect(statuses).toEqual([200, ...Array.from({ length: 15 }, () => 409)]);
  const revisions = (await race({})).map(({ body }) => body.revision).sort((a, b) => a - b);
  expect(revisions).toEqual(Array.from({ length: 16 }, (_, index) => index + 3));
});

test('a draft becomes active once profile, service and location are complete', async () => {
  const { actor, id } = await makeOwner(service);
  const state = async () => (await service.get(`/providers/${id}`, { actor })).body.state;
  await service.put('/provider-workspace/me/services/electrician', { actor });
  await service.put('/provider-workspace/me/location', {
    actor,
    body: { privateBase: { latitude: 45.1, longitude: 4.1 } },
  });
  expect(await service.patch(path, { actor, body: { summary: 'Electrical work.' } })).toMatchObject({
    body: { state: 'draft' },
  });
  const serviceArea = squareAround({ latitude: 45.1, longitude: 4.1 });
  await service.put('/provider-workspace/me/location', { actor, body: { serviceArea } });
  expect(await state()).toBe('active');
  const announced = (await service.emitted(providerChanged)).filter(({ providerId }) => providerId === id);
  expect(announced.map((one) => one.state)).toEqual(['draft', 'draft', 'draft', 'active']);
  expect(announced.map((one) => one.hasProfile)).toEqual([false, false, true, true]);
});

test('renaming emits the change; each write has one audit entry without the text', async () => {
  const { actor, id } = await makeOwner(service);
  await service.patch(path, { actor, body: { displayName: '  Ampère  ', summary: 'Private words.' } });
  const announced = (await service.emitted(providerChanged)).filter(({ providerId }) => providerId === id);
  expect(announced.at(-1)).toMatchObject({ displayName: 'Ampère' });
  const entries = (await service.audited('patchProfile')).filter(({ objectId }) => objectId === id);
  expect(entries).toMatchObject([{ after: { fields: 'display_name summary' } }]);
  expect(JSON.stringify(entries)).not.toContain('words');
});

test('the operating model changes at any time and search follows; the kind changes only in a draft', async () => {
  const draft = await makeOwner(service);
  const change = (actor: Actor, body: object) => service.patch(path, { actor, body });
  expect(await change(draft.actor, { kind: 'individual', operatingModel: 'remote' })).toMatchObject({
    status: 200,
    body: { kind: 'individual', operatingModel: 'remote', revision: 2 },
  });
  const announced = (await service.emitted(providerChanged)).filter(({ providerId }) => providerId === draft.id);
  expect(announced.map(({ kind }) => kind)).toEqual(['organisation', 'individual']);
  const { actor, publicId } = await makePublished(service);
  const found = async (model: string) =>
    (await service.get(`/public/providers/search?category=electrician&operatingModel=${model}`)).body.items.some(
      ({ publicProviderId }: { publicProviderId: string }) => publicProviderId === publicId,
    );
  expect([await found('travels'), await found('remote')]).toEqual([true, false]);
  expect(await change(actor, { operatingModel: 'remote' })).toMatchObject({ body: { operatingModel: 'remote' } });
  expect([await found('travels'), await found('remote')]).toEqual([false, true]);
  expect(await change(actor, { kind: 'individual' })).toMatchObject({ status: 409 });
  expect(await change(actor, { kind: 'organisation', summary: 'x' })).toMatchObject({ status: 200 });
});

test.each([
  ['an operating model that is none', { operatingModel: 'flies' }, 'operatingModel', 'invalid_value'],
  ['an unknown key', { verified: true }, 'verified', 'unknown_field'],
  ['a website that is none', { website: 'javascript:alert(1)' }, 'website', 'invalid_format'],
  ['a website with a user', { website: 'https://known.example@other.example/' }, 'website', 'invalid_value'],
  ['a website with a backslash', { website: 'https://known.example\\@other.example/' }, 'website', 'invalid_value'],
  ['a language that is none', { languages: ['French'] }, 'languages.0', 'invalid_format'],
  ['a language for private use', { languages: ['fr', 'qaa'] }, 'languages.1', 'invalid_value'],
  ['a language without a name', { languages: ['zz'] }, 'languages.0', 'invalid_value'],
  ['a code for several languages', { languages: ['mul'] }, 'languages.0', 'invalid_value'],
  ['a language of a country that is none', { languages: ['fr-ZZ'] }, 'languages.0', 'invalid_value'],
  ['an empty name', { displayName: '   ' }, 'displayName', 'too_small'],
])('returns 400 for %s', async (_name, body, field, code) => {
  const { actor } = await makeOwner(service);
  expect(await service.patch(path, { actor, body })).toMatchObject({
    status: 400,
    body: { errors: [{ field, code }] },
  });
});

test('accepts languages that few people speak, and sign languages', async () => {
  const { actor } = await makeOwner(service);
  const languages = ['en-GB', 'fsl', 'kab', 'oc'];
  expect(await service.patch(path, { actor, body: { languages } })).toMatchObject({ status: 200, body: { languages } });
});

test('Z1 returns 403 when a contributor edits the profile', async () => {
  const { id } = await makeOwner(service);
  const contributor = person();
  await service.db
    .insertInto('representative')
    .values({
      id: crypto.randomUUID(),
      provider_id: id,
      user_id: contributor.userId,
      role: 'contributor',
      assigned_at: service.clock.now,
    })
    .execute();
  expect(await service.patch(path, { actor: contributor, body: { summary: 'x' } })).toMatchObject({ status: 403 });
  expect(await service.get('/provider-workspace/me', { actor: contributor })).toMatchObject({
    body: { representative: { role: 'contributor' } },
  });
});
