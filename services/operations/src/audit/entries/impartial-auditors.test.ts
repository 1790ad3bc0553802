import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { representativeAssigned, representativeEnded } from '@trust/contracts/events/representatives';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { awaitApproval } from '../../../test/await-approval.ts';
import { makeEntry } from '../../../test/make.ts';
import { type Operations, startOperations } from '../../../test/service.ts';

let operations: Operations;
beforeAll(async () => {
  operations = await startOperations();
});
afterAll(() => operations[Symbol.asyncDispose]());

/** The statuses of the list, one entry, its proof and the export. */
async function readAs(actor: Actor): Promise<number[]> {
  await makeEntry(operations, {});
  const { body } = await operations.get('/operations/audit', { actor: operator('auditor') });
  const entry = `/operations/audit/${body.items[0].id}`;
  const statuses = [];
  for (const path of ['/operations/audit', entry, `${entry}/proof`, '/operations/audit/export'])
    statuses.push((await operations.get(path, { actor })).status);
  return statuses;
}

// No checkpoint covers the entry, so its proof is 409 for everybody.
const reads = [200, 200, 409, 200];
const refused = [409, 409, 409, 409];
const problemOf = async (actor: Actor) =>
  (await operations.get(`/operations/audit/${randomUUID()}/proof`, { actor })).status;

test('P4 Z3 an auditor who represents a provider reads nothing of the log until 12 months after', async () => {
  const auditor = operator('auditor');
  expect(await readAs(auditor)).toEqual(reads);
  const [assignmentId, providerId] = [randomUUID(), randomUUID()];
  const own = { assignmentId, providerId, userId: auditor.userId };
  await operations.deliver(representativeAssigned, { ...own, role: 'manager' });
  expect(await readAs(auditor)).toEqual(refused);
  expect(await problemOf(auditor)).toBe(409);
  await operations.deliver(representativeEnded, own);
  operations.advanceClock(364 * 86_400);
  expect(await readAs(auditor)).toEqual(refused);
  operations.advanceClock(3 * 86_400);
  expect(await readAs(auditor)).toEqual(reads);
  expect(await problemOf(auditor)).toBe(404);
  const assignments = [{ assignmentId, providerId, role: 'contributor' as const }];
  expect(await readAs({ ...auditor, assignments })).toEqual(refused);
});

test('P4 Z3 an auditor whose acceptance awaits approval reads nothing of the log until the invitation ends', async () => {
  const auditor = operator('auditor');
  await awaitApproval(operations, auditor, randomUUID());
  expect(await readAs(auditor)).toEqual(refused);
  operations.advanceClock(8 * 86_400);
  expect(await readAs(auditor)).toEqual(reads);
});
