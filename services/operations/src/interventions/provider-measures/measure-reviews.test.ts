import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import type { PayloadOf } from '@trust/contracts/event';
import { workNotificationRequested } from '@trust/contracts/events/any';
import { measureChanged, measureSnapshot } from '@trust/contracts/events/measures';
import { serviceSelected } from '@trust/contracts/events/provider';
import { operatorPermissions } from '@trust/contracts/permissions';
import { representative } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCase, makeLabels } from '../../../test/make.ts';
import { type Operations, startOperations } from '../../../test/service.ts';

let operations: Operations;
beforeAll(async () => {
  operations = await startOperations();
  // A Thursday.
  operations.clock.now = new Date('2026-12-03T10:00:00.000Z');
});
afterAll(() => operations[Symbol.asyncDispose]());

type Measure = PayloadOf<typeof measureChanged>;
type Item = { subject: { type: string; id: string }; dueAt: string };

async function take(measure: Measure['measure'], actor: Actor, changes: Partial<Measure> = {}): Promise<Measure> {
  const made = await makeCase(operations);
  await makeLabels(operations, made);
  const at = operations.clock.now.toISOString();
  const ids = { measureId: randomUUID(), providerId: made.providerId, operatorId: actor.userId };
  const taken = { ...ids, measure, takenAt: at, occurredAt: at, ...changes };
  await operations.deliver(measureChanged, taken);
  return taken;
}
const itemOf = async (actor: Actor, { measureId }: Measure) => {
  const { body } = await operations.get('/operations/triage?kind=measure_review&limit=100', { actor });
  return (body.items as Item[]).find(({ subject }) => subject.id === measureId);
};
const claim = (actor: Actor, { measureId }: Measure) =>
  operations.post(`/operations/triage/provider_measure/${measureId}/claim`, { actor });
const told = async (id: string) =>
  (await operations.emitted(workNotificationRequested.operations))
    .filter(({ subjectId }) => subjectId === id)
    .map(({ userId, template, subjectType }) => [userId, template, subjectType]);
const makeOperator = async (role: 'supervisor' | 'security' | 'triage') => {
  const actor = operations.operator(role);
  const row = { user_id: actor.userId, permissions: [...operatorPermissions[role]], changed_at: operations.clock.now };
  await operations.db.insertInto('operator').values(row).execute();
  return actor;
};

test.each([
  ['suspend', '2026-12-10T10:00:00.000Z'],
  ['withhold', '2026-12-10T10:00:00.000Z'],
  ['reinstate', '2026-12-04T10:00:00.000Z'],
  ['release', '2026-12-04T10:00:00.000Z'],
] as const)('Z3 a measure waits for its review by another operator who manages providers: %s', async (name, dueAt) => {
  const actor = operations.operator('supervisor');
  const measure = await take(name, actor);
  const colleague = operations.operator('security');
  expect(await itemOf(colleague, measure)).toMatchObject({
    ...{ subject: { type: 'provider_measure' }, kind: 'measure_review', state: 'awaiting_review', dueAt },
    provider: { displayName: 'Volt & Fils' },
  });
  expect(await itemOf(operations.operator('triage'), measure)).toBeUndefined();
  const onBothSides = { ...colleague, assignments: representative(measure.providerId).assignments };
  expect(await itemOf(onBothSides, measure)).toBeUndefined();
  expect((await claim(actor, measure)).status).toBe(409);
  expect((await claim(colleague, measure)).status).toBe(200);
});

test('an item leaves the queue with its review, and a snapshot does not bring it back', async () => {
  const actor = operations.operator('supervisor');
  const measure = await take('suspend', actor);
  const reviewerId = operations.operator('security').userId;
  const reviewed = { ...measure, outcome: 'justified' as const, reviewerId };
  await operations.deliver(measureChanged, reviewed);
  for (const type of [measureChanged, measureSnapshot]) {
    expect(await itemOf(operations.operator('security'), measure)).toBeUndefined();
    await operations.deliver(type, reviewed);
  }
  expect(await told(measure.measureId)).toEqual([]);
});

test('Z3 who took a measure is told once that another operator ended it', async () => {
  const [taker, actor] = [operations.operator('supervisor'), operations.operator('security')];
  const ended = await take('reinstate', actor, { takerId: taker.userId });
  await operations.deliver(measureChanged, ended);
  await operations.deliver(measureSnapshot, ended);
  expect(await told(ended.measureId)).toEqual([[taker.userId, 'measure_ended', 'provider_measure']]);
});

test('Z3 who removed a service is told that another operator selected it again', async () => {
  const { providerId } = await makeCase(operations);
  const removerId = randomUUID();
  const selected = { providerId, categoryKey: 'electrician', requirementVersionId: randomUUID() };
  await operations.deliver(serviceSelected, { ...selected, selectionId: randomUUID() });
  expect(await told(providerId)).toEqual([]);
  await operations.deliver(serviceSelected, { ...selected, selectionId: randomUUID(), removerId });
  expect(await told(providerId)).toEqual([[removerId, 'measure_ended', 'provider']]);
});

test('a review as not justified tells who took the measure, and who can undo it', async () => {
  const [actor, manager, reviewer, both] = [
    await makeOperator('supervisor'),
    await makeOperator('security'),
    await makeOperator('supervisor'),
    await makeOperator('supervisor'),
  ];
  await makeOperator('triage');
  const measure = await take('suspend', actor);
  const assignment = { assignment_id: randomUUID(), provider_id: measure.providerId, user_id: both.userId };
  await operations.db.insertInto('representative').values(assignment).execute();
  const reviewed = { outcome: 'not_justified' as const, reviewerId: reviewer.userId };
  await operations.deliver(measureChanged, { ...measure, ...reviewed });
  const notices = [actor, manager].map(({ userId }) => [userId, 'measure_rejected', 'provider_measure']);
  expect((await told(measure.measureId)).sort()).toEqual(notices.sort());
});
