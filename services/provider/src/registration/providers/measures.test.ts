import { randomUUID } from 'node:crypto';
import { notificationRequested } from '@trust/contracts/events/any';
import {
  emergencyActionChanged,
  emergencyActionSnapshot,
  publicationHoldChanged,
} from '@trust/contracts/events/operations';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePublished, type Owner, transition } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
let owner: Owner;
beforeAll(async () => {
  service = await startProvider();
  owner = await makePublished(service);
});
afterAll(() => service[Symbol.asyncDispose]());

const act = (transition: string, reasonCode?: string, actor = operator('supervisor')) =>
  service.post(`/providers/${owner.id}/transitions`, {
    actor,
    body: { transition, reason: 'A reason that operators read.', ...(reasonCode && { reasonCode }) },
  });
const measures = async () => (await service.get('/provider-workspace/me', { actor: owner.actor })).body.measures;
const told = async () =>
  (await service.emitted(notificationRequested.provider))
    .filter(({ providerId }) => providerId === owner.id)
    .filter(({ template }) => template.startsWith('provider_'))
    .map(({ template, data }) => [template, data.reasonCode]);

test('representatives are told what operators did to their provider, and read why as long as it lasts', async () => {
  expect(await measures()).toEqual([]);
  expect(await act('suspend', 'safety_concern')).toMatchObject({ status: 200 });
  const startedAt = service.clock.now.toISOString();
  const suspended = { measure: 'suspended', categoryKey: null, reasonCode: 'safety_concern' };
  expect(await measures()).toEqual([{ ...suspended, startedAt, endsAt: null }]);
  await act('withhold');
  expect(await measures()).toMatchObject([{ measure: 'suspended' }, { measure: 'withheld', reasonCode: null }]);
  await act('reinstate', 'mistake');
  expect(await measures()).toMatchObject([{ measure: 'withheld' }]);
  await act('release', 'resolved');
  expect(await measures()).toEqual([]);
  expect(await told()).toEqual([
    ['provider_suspended', 'safety_concern'],
    ['provider_withheld', null],
    ['provider_reinstated', 'mistake'],
    ['provider_released', 'resolved'],
  ]);
  const audited = (await service.audited('transitionProvider')).filter(({ objectId }) => objectId === owner.id);
  expect(audited.slice(-4).map(({ after }) => after.reasonCode)).toEqual([
    'safety_concern',
    null,
    'mistake',
    'resolved',
  ]);
});

test('a hold of an incident is told too, without what the incident is', async () => {
  const [before, holdId] = [(await told()).length, randomUUID()];
  const hold = (state: 'held' | 'released') =>
    service.deliver(publicationHoldChanged, {
      ...{ holdId, providerId: owner.id, state, occurredAt: service.clock.now.toISOString() },
    });
  await hold('held');
  await hold('held');
  expect(await measures()).toMatchObject([{ measure: 'withheld', reasonCode: 'under_investigation' }]);
  await hold('released');
  expect(await measures()).toEqual([]);
  expect((await told()).slice(before)).toEqual([
    ['provider_withheld', 'under_investigation'],
    ['provider_released', 'resolved'],
  ]);
});

test('an owner gives no reason code, and an unknown one is rejected', async () => {
  expect(await act('unpublish', 'other', owner.actor)).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'reasonCode', code: 'not_allowed' }] },
  });
  expect(await act('suspend', 'dislike')).toMatchObject({ status: 400 });
  expect(await measures()).toEqual([]);
});

test('a second suspension while one is in force does not tell that the provider is shown again', async () => {
  const { id } = await makePublished(service);
  const suspend = async () => {
    const at = service.clock.now.toISOString();
    const endsAt = new Date(service.clock.now.getTime() + 3_600_000).toISOString();
    const action = { actionId: randomUUID(), kind: 'suspend_provider_listing' as const, targetId: id };
    await service.deliver(emergencyActionChanged, { ...action, startedAt: at, endsAt, occurredAt: at });
  };
  await suspend();
  await suspend();
  const requested = await service.emitted(notificationRequested.provider);
  const templates = requested.filter(({ providerId }) => providerId === id).map(({ template }) => template);
  expect(templates).toContain('provider_withheld');
  expect(templates).not.toContain('provider_released');
});

test('ignores an emergency action about a case', async () => {
  const [at, actionId] = [service.clock.now.toISOString(), randomUUID()];
  const action = { actionId, kind: 'freeze_case' as const, targetId: randomUUID(), startedAt: at };
  await service.deliver(emergencyActionChanged, { ...action, endsAt: at, occurredAt: at });
  const kept = service.db.selectFrom('emergency_action').select('kind').where('action_id', '=', actionId);
  expect(await kept.execute()).toEqual([]);
});

test('an emergency suspension and its lift are told once, without the reason of operators', async () => {
  const before = (await told()).length;
  const after = (hours: number) => new Date(service.clock.now.getTime() + hours * 3_600_000).toISOString();
  const kind = 'suspend_provider_listing' as const;
  const action = { actionId: randomUUID(), kind, targetId: owner.id, startedAt: after(0) };
  const begun = { ...action, endsAt: after(24), occurredAt: after(0) };
  const withheld = {
    measure: 'withheld',
    categoryKey: null,
    reasonCode: 'under_investigation',
    startedAt: after(0),
    endsAt: after(24),
  };
  for (const type of [emergencyActionChanged, emergencyActionSnapshot]) await service.deliver(type, begun);
  expect(await measures()).toEqual([withheld]);
  expect((await told()).slice(before)).toEqual([['provider_withheld', 'under_investigation']]);
  // Lifted by a clock that is a minute ahead.
  const liftedAt = after(1 / 60);
  for (let times = 0; times < 2; times++)
    await service.deliver(emergencyActionChanged, { ...action, endsAt: liftedAt, occurredAt: liftedAt });
  expect((await told()).slice(before + 1)).toEqual([['provider_released', 'resolved']]);
  service.advanceClock(60);
  expect(await measures()).toEqual([]);

  const ended = { ...action, actionId: randomUUID(), endsAt: after(-1), occurredAt: after(-2) };
  await service.deliver(emergencyActionSnapshot, ended);
  const next = { ...action, actionId: randomUUID(), startedAt: after(0), endsAt: after(1), occurredAt: after(0) };
  await service.deliver(emergencyActionChanged, next);
  expect(await transition(service, owner.actor, owner.id, 'unpublish')).toMatchObject({ status: 200 });
  await service.deliver(emergencyActionChanged, { ...next, endsAt: after(0) });
  // A provider that is not public is not shown again by the lift, and a closed one is not hidden.
  expect(await transition(service, owner.actor, owner.id, 'close')).toMatchObject({ status: 200 });
  await service.deliver(emergencyActionChanged, { ...next, actionId: randomUUID() });
  expect((await told()).slice(before + 2)).toEqual([['provider_withheld', 'under_investigation']]);
});
