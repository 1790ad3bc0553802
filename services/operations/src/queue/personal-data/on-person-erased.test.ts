import { personErased } from '@trust/contracts/events/identity';
import { exportPersonalData } from '@trust/service-testing/personal-data';
import { expect, test } from 'vitest';
import { makeCase } from '../../../test/make.ts';
import { startOperations } from '../../../test/service.ts';

const texts = { note: 'The owner calls on Thursday.', snooze: 'Nothing to do before Thursday.', view: 'My Thursdays' };

test('P2 the export has what an operator typed; an erasure deletes views and snoozes, no more', async () => {
  await using operations = await startOperations();
  const [author, other] = [operations.operator('triage'), operations.operator('triage')];
  const path = async () => `/operations/triage/verification_case/${(await makeCase(operations)).caseId}`;
  const ok = async (answer: Promise<{ status: number }>) => expect((await answer).status).toBeLessThan(300);
  await ok(operations.post(`${await path()}/notes`, { actor: author, body: { text: texts.note } }));
  const endsAt = new Date(operations.clock.now.getTime() + 3_600_000).toISOString();
  for (const actor of [author, other]) {
    await ok(operations.post(`${await path()}/snooze`, { actor, body: { endsAt, reason: texts.snooze } }));
    await ok(operations.put('/operations/triage/views/thursday', { actor, body: { name: texts.view, filters: {} } }));
  }
  const typed = async ({ userId } = author) => {
    const { file } = await exportPersonalData(operations, 'operations', userId);
    return file.writings.map(({ record, field, text }: Record<string, string>) => [record, field, text]);
  };
  const view = [
    ['saved_view', 'filters', expect.anything()],
    ['saved_view', 'key', 'thursday'],
    ['saved_view', 'name', texts.view],
  ];
  const snooze = ['triage_snooze', 'reason', texts.snooze];
  const note = ['triage_note', 'text', texts.note];
  expect(await typed()).toEqual([...view, note, snooze]);
  const erased = { userId: author.userId, contacts: [], erasedAt: operations.clock.now.toISOString() };
  await operations.deliver(personErased, erased);
  await operations.deliver(personErased, erased);
  expect(await typed()).toEqual([note]);
  expect(await typed(other)).toEqual([...view, snooze]);
  // A request may have begun before.
  const late = { actor: author, body: { name: texts.view, filters: {} } };
  expect((await operations.put('/operations/triage/views/thursday', late)).status).toBe(401);
  expect(await typed()).toEqual([note]);
});
