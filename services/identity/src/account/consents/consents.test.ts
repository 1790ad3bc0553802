import { auditRecorded } from '@trust/contracts/events/any';
import { consentChanged } from '@trust/contracts/events/identity';
import { policies, policyKeys } from '@trust/contracts/policies';
import { openDb } from '@trust/service-kit/database/db';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Identity, member, startIdentity } from '../../../test/service.ts';

let identity: Identity;
beforeAll(async () => {
  identity = await startIdentity({ connections: 10 });
});
afterAll(() => identity[Symbol.asyncDispose]());

type Actor = Awaited<ReturnType<typeof member>>['actor'];
const { version } = policies.marketing;
const put = (actor: Actor, policyKey: string, body: object) =>
  identity.put(`/account/consents/${policyKey}`, { actor, body });
const list = async (actor: Actor, language = 'en') =>
  (await identity.get('/account/consents', { actor, headers: { 'accept-language': language } })).body.items;
const announced = async (personId: string) =>
  (await identity.emitted(consentChanged)).filter((event) => event.userId === personId);

test('lists every policy in both languages, not granted at first', async () => {
  const { actor } = await member(identity);
  const items = await list(actor);
  expect(items.map(({ policyKey }: { policyKey: string }) => policyKey)).toEqual(policyKeys);
  expect(items[0]).toMatchObject({
    granted: false,
    version: null,
    recordedAt: null,
    history: [],
    title: 'Terms of use',
  });
  expect((await list(actor, 'fr'))[0]).toMatchObject({ title: 'Conditions d’utilisation' });
});

test('records grants and withdrawals as a history, and announces a repeated grant once', async () => {
  const { actor } = await member(identity);
  const at = identity.clock.now.toISOString();
  expect(await put(actor, 'marketing', { version, granted: true })).toMatchObject({
    status: 200,
    body: { granted: true, version, recordedAt: at, history: [{ version, granted: true, recordedAt: at }] },
  });
  identity.advanceClock(1);
  await put(actor, 'marketing', { version, granted: true });
  identity.advanceClock(1);
  await put(actor, 'marketing', { version, granted: false });
  identity.advanceClock(1);
  await put(actor, 'marketing', { version, granted: true });

  const item = (await list(actor)).find((one: { policyKey: string }) => one.policyKey === 'marketing');
  expect(item.history.map(({ granted }: { granted: boolean }) => granted)).toEqual([true, false, true]);
  expect(item).toMatchObject({ granted: true, recordedAt: identity.clock.now.toISOString() });
  expect((await announced(actor.userId)).map(({ granted }) => granted)).toEqual([true, false, true]);
  const audits = (await identity.emitted(auditRecorded.identity)).filter(
    ({ action, actorId }) => action === 'putConsent' && actorId === actor.userId,
  );
  expect(audits).toHaveLength(4);
});

test('records and announces the withdrawal of a consent that was never granted', async () => {
  const { actor } = await member(identity);
  const current = policies['public-premises'].version;
  expect((await put(actor, 'public-premises', { version: current, granted: false })).status).toBe(200);
  expect(await announced(actor.userId)).toMatchObject([{ policyKey: 'public-premises', granted: false }]);
});

test('P4 records and announces a repeated withdrawal with its own time, which replaces none of the earlier', async () => {
  const { actor } = await member(identity);
  const times: string[] = [];
  for (const granted of [true, false, false]) {
    identity.advanceClock(1);
    times.unshift(identity.clock.now.toISOString());
    expect((await put(actor, 'marketing', { version, granted })).body).toMatchObject({ granted, recordedAt: times[0] });
  }
  const item = (await list(actor)).find((one: { policyKey: string }) => one.policyKey === 'marketing');
  expect(item.history.map(({ recordedAt }: { recordedAt: string }) => recordedAt)).toEqual(times);
  expect((await announced(actor.userId)).map(({ occurredAt }) => occurredAt)).toEqual([...times].reverse());
});

test.each([
  ['marketing', { version: '1999-01', granted: true }, 400],
  ['marketing', { version: '1999-01', granted: false }, 400],
  ['marketing', { version, granted: 'yes' }, 400],
  ['marketing', { granted: true }, 400],
  ['horoscopes', { version, granted: true }, 404],
  ['__proto__', { version, granted: true }, 404],
  ['terms', { version: policies.terms.version, granted: false }, 409],
])('%s with %j returns %i and records nothing', async (policyKey, body, status) => {
  const { actor } = await member(identity);
  expect((await put(actor, policyKey, body)).status).toBe(status);
  expect((await list(actor)).flatMap(({ history }: { history: unknown[] }) => history)).toEqual([]);
});

test('records one entry for eight concurrent identical requests', async () => {
  const { actor } = await member(identity);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => put(actor, 'marketing', { version, granted: true })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  expect(await announced(actor.userId)).toHaveLength(1);
});

test('M2 refuses every change of a ledger entry, by the service and by the owner', async () => {
  const { actor } = await member(identity);
  await put(actor, 'marketing', { version, granted: true });
  const changes = [
    `update consent_entry set granted = false`,
    `delete from consent_entry`,
    `truncate consent_entry`,
    `insert into consent_entry select * from consent_entry on conflict (id) do update set granted = false`,
    `merge into consent_entry c using (select id from consent_entry) s on c.id = s.id when matched then delete`,
  ];
  for (const change of changes) await expect(sql.raw(change).execute(identity.db)).rejects.toThrow('permission denied');
  await using owner = openDb({ url: identity.ownerUrl, max: 1 });
  for (const change of changes) await expect(sql.raw(change).execute(owner)).rejects.toThrow('is immutable');
});
