import { representativeInvited } from '@trust/contracts/events/representatives';
import { maskIdentifier } from '@trust/personal-data/identifier';
import { person } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOwner, type Owner, transition } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider({ limits: { invitation: 5 } });
});
afterAll(() => service[Symbol.asyncDispose]());

const invite = ({ id, actor }: Owner, body: unknown, headers = {}) =>
  service.post(`/providers/${id}/representatives`, { actor, body, headers });
const whom = { channel: 'sms', identifier: '+32 470 12 34 56', role: 'manager' };

test('an invitation is emitted sealed, audited once and expires after seven days', async () => {
  const owner = await makeOwner(service);
  const { status, body } = await invite(owner, whom);
  expect(status).toBe(201);
  const lasts = new Date(body.expiresAt).getTime() - new Date(body.startedAt).getTime();
  expect(lasts).toBe(7 * 86_400_000);
  const events = (await service.emitted(representativeInvited)).filter(({ providerId }) => providerId === owner.id);
  expect(events).toMatchObject([{ invitationId: body.id, role: 'manager', expiresAt: body.expiresAt }]);
  expect(JSON.stringify(events)).not.toContain('470123456');
  const entries = (await service.audited('createRepresentative')).filter(({ objectId }) => objectId === body.id);
  expect(entries).toMatchObject([{ outcome: 'done', after: { role: 'manager', channel: 'sms' } }]);
});

test('returns 409 for the same contact in another spelling', async () => {
  const owner = await makeOwner(service);
  expect((await invite(owner, whom)).status).toBe(201);
  const again = await invite(owner, { ...whom, identifier: '0032470123456', role: 'owner' });
  expect(again).toMatchObject({ status: 409, body: { type: 'http://trust.test/problems/state-conflict' } });
});

test('C1 a retry with the same key returns the stored response and invites once', async () => {
  const owner = await makeOwner(service);
  const key = { 'idempotency-key': service.app.newId() };
  const [first, again] = [await invite(owner, whom, key), await invite(owner, whom, key)];
  expect(again).toMatchObject({ status: 201, body: first.body });
  expect(again.headers.get('idempotency-replayed')).toBe('true');
});

test('returns 429 to a provider over its daily limit', async () => {
  const owner = await makeOwner(service);
  for (let index = 0; index < 5; index++)
    expect((await invite(owner, { ...whom, identifier: `+3247012340${index}` })).status).toBe(201);
  const refused = await invite(owner, whom);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await invite(await makeOwner(service), whom)).status).toBe(201);
});

test('returns 404 for an invitation to a closed provider', async () => {
  const owner = await makeOwner(service);
  await transition(service, owner.actor, owner.id, 'close');
  expect((await invite(owner, whom)).status).toBe(404);
});

test('Z2 returns 404 for an invitation to another provider', async () => {
  const owner = await makeOwner(service);
  expect((await invite({ ...owner, actor: person() }, whom)).status).toBe(404);
});

test.each([
  ['a number without its country code', { ...whom, identifier: '0470 12 34 56' }, 'identifier', 'invalid_format'],
  ['no role', { channel: 'sms', identifier: '+32470123456' }, 'role', 'required'],
  ['a role that there is not', { ...whom, role: 'triage' }, 'role', 'invalid_value'],
  ['a user id', { ...whom, userId: 'x' }, 'userId', 'unknown_field'],
])('returns 400 for %s', async (_what, body, field, code) => {
  const owner = await makeOwner(service);
  expect(await invite(owner, body)).toMatchObject({ status: 400, body: { errors: [{ field, code }] } });
});

test.each([
  ['+32470123456', '+32•••56'],
  ['anna@example.org', 'a•••@e•••.org'],
  ['a@xn--mnchen-3ya.example', 'a•••@x•••.example'],
])('masks %s as %s', (identifier, masked) => {
  expect(maskIdentifier(identifier)).toBe(masked);
});
