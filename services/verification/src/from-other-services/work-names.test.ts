import { afterAll, beforeAll, expect, test } from 'vitest';
import { holding } from '../../test/holding.ts';
import { makeReviewable } from '../../test/make.ts';
import { startVerification, type Verification } from '../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

test('operators of a case read the work name of its assignee; its provider reads no operator at all', async () => {
  const { named, assign, read } = holding(service);
  const lark = await named('Lark');
  const { caseId: id, owner } = await makeReviewable(service);
  expect(await assign(id, lark)).toMatchObject({
    status: 200,
    body: { assignments: [{ assigneeId: lark.userId, assigneeName: 'Lark' }] },
  });
  expect(await read(id, lark)).toMatchObject({ body: { assignments: [{ assigneeName: 'Lark' }] } });
  const { status, body } = await read(id, owner);
  expect(status).toBe(200);
  expect(JSON.stringify(body)).not.toMatch(/Lark|assignee/);
});
