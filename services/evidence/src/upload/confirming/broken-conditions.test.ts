import { openDb } from '@trust/service-kit/database/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { evidenceOf, makeCase, makeUpload, pdf } from '../../../test/make.ts';
import { type Evidence, startEvidence } from '../../../test/service.ts';
import { tableHash } from '../../../test/stored-state.ts';
import {
  type BrokenCondition,
  brokenConditions,
  expectedFor,
  inSetupOrder,
} from '../../../test/upload-states/broken-conditions.ts';

let evidence: Evidence;
let owner: ReturnType<typeof openDb<unknown>>;
beforeAll(async () => {
  evidence = await startEvidence({ connections: 4 });
  owner = openDb<unknown>({ url: evidence.ownerUrl, max: 1 });
});
afterAll(async () => {
  await owner.destroy();
  await evidence[Symbol.asyncDispose]();
});

async function confirmBroken(conditions: readonly BrokenCondition[], byWorkspace = false) {
  const start = evidence.clock.now;
  const made = await makeCase(evidence);
  const upload = await makeUpload(evidence, made, pdf(1100));
  for (const { change } of inSetupOrder(conditions)) await change?.({ evidence, owner, made, upload });
  const before = await tableHash(evidence.db);
  const actor = conditions.map(({ by }) => by?.(made)).find((one) => one !== undefined) ?? made.rep;
  const { status, body } = byWorkspace
    ? await evidence.post(`${upload.path}/confirm`, { actor })
    : await evidence.post(evidenceOf(made), { actor, body: { uploadSessionId: upload.session.id } });
  evidence.clock.now = start;
  const result = status === 201 || status === 404 ? [status] : [status, body.errors[0]?.code];
  return { result, changed: JSON.stringify(await tableHash(evidence.db)) !== JSON.stringify(before) };
}

test('C4 confirming changes rows when all six conditions hold', async () => {
  expect(await confirmBroken([])).toEqual({ result: [201], changed: true });
});

test.each(brokenConditions)(
  'C4 confirming is refused and changes no row with $name (condition $condition)',
  async (one) => {
    expect(await confirmBroken([one])).toEqual({ result: one.expected, changed: false });
    if (one.expected[1] === 'intent_session') return;
    expect(await confirmBroken([one], true)).toEqual({ result: one.byIntent ?? one.expected, changed: false });
  },
);

const pairs = brokenConditions.flatMap((one, index) =>
  brokenConditions.slice(index + 1).map((other) => [one, other] as const),
);

test.each(pairs.map(([one, other]) => ({ one, other })))(
  'C4 confirming names the first and changes no row with $one.name and $other.name',
  async ({ one, other }) => {
    expect(await confirmBroken([one, other])).toEqual({ result: expectedFor([one, other]), changed: false });
  },
);
