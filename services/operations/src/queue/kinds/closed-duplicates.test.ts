import { possibleDuplicateFound } from '@trust/contracts/events/provider';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCase, makeLabels } from '../../../test/make.ts';
import { type Operations, startOperations } from '../../../test/service.ts';

let operations: Operations;
beforeAll(async () => {
  operations = await startOperations();
});
afterAll(() => operations[Symbol.asyncDispose]());

type Case = Awaited<ReturnType<typeof makeCase>>;
const pairs = async () =>
  (
    await operations.get('/operations/triage?limit=100&kind=possible_duplicate', {
      actor: operations.operator('security'),
    })
  ).body.items.length;
const flagOf = async ({ caseId }: Case) =>
  (await operations.get('/operations/triage?limit=100', { actor: operations.operator('supervisor') })).body.items.find(
    ({ subject }: { subject: { id: string } }) => subject.id === caseId,
  )?.provider.possibleDuplicate;

test('T1 a pair stays in the queue when one closed in question, until both are closed', async () => {
  const [first, second] = [await makeCase(operations), await makeCase(operations)];
  for (const one of [first, second]) await makeLabels(operations, one);
  const pair = { providerId: second.providerId, otherProviderId: first.providerId, same: ['name' as const] };
  const occurredAt = operations.clock.now.toISOString();
  for (let repeat = 0; repeat < 2; repeat++) await operations.deliver(possibleDuplicateFound, { ...pair, occurredAt });
  await makeLabels(operations, first, 'closed');
  expect([await pairs(), await flagOf(second)]).toEqual([0, false]);
  await operations.deliver(possibleDuplicateFound, { ...pair, otherIsClosed: true, occurredAt });
  expect([await pairs(), await flagOf(second)]).toEqual([1, true]);
  // Known from then on.
  await operations.deliver(possibleDuplicateFound, { ...pair, occurredAt });
  expect(await pairs()).toBe(1);
  const { providerId } = second;
  const listed = await operations.get('/operations/providers?limit=100', { actor: operations.operator('supervisor') });
  expect(listed.body.items.find((one: { id: string }) => one.id === providerId)?.possibleDuplicate).toBe(true);
  await makeLabels(operations, second, 'closed');
  expect(await pairs()).toBe(0);
});
