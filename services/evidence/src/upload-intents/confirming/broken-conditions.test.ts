import { openDb } from '@trust/service-kit/database/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Break, breaks, inOrderOfDoing, toldOf } from '../../../test/broken-conditions.ts';
import { makeCase, makeUpload, pdf } from '../../../test/make.ts';
import { evidenceOf } from '../../../test/make-by-id.ts';
import { type Evidence, startEvidence } from '../../../test/service.ts';
import { tableHash } from '../../../test/table-hash.ts';

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

/** Breaks the conditions, confirms by the session, and says what was answered and whether any row of any table changed. */
async function confirmBroken(some: readonly Break[], byWorkspace = false) {
  const start = evidence.clock.now;
  const made = await makeCase(evidence);
  const upload = await makeUpload(evidence, made, pdf(1100));
  for (const { change } of inOrderOfDoing(some)) await change?.({ evidence, owner, made, upload });
  const before = await tableHash(evidence.db);
  const actor = some.map(({ by }) => by?.(made)).find((one) => one !== undefined) ?? made.rep;
  const { status, body } = byWorkspace
    ? await evidence.post(`${upload.path}/confirm`, { actor })
    : await evidence.post(evidenceOf(made), { actor, body: { uploadSessionId: upload.session.id } });
  evidence.clock.now = start;
  const told = status === 201 || status === 404 ? [status] : [status, body.errors[0]?.code];
  return { told, changed: JSON.stringify(await tableHash(evidence.db)) !== JSON.stringify(before) };
}

test('C4 where all six conditions hold, confirming changes rows', async () => {
  expect(await confirmBroken([])).toEqual({ told: [201], changed: true });
});

test.each(breaks)('C4 with $name (condition $condition), confirming is refused and no row changes', async (one) => {
  expect(await confirmBroken([one])).toEqual({ told: one.told, changed: false });
  // Without naming a session one means the intent's own.
  if (one.told[1] === 'intent_session') return;
  expect(await confirmBroken([one], true)).toEqual({ told: one.told, changed: false });
});

const pairs = breaks.flatMap((one, index) => breaks.slice(index + 1).map((other) => [one, other] as const));

test.each(pairs.map(([one, other]) => ({ one, other })))(
  'C4 with $one.name and $other.name, the first is told and no row changes',
  async ({ one, other }) => {
    expect(await confirmBroken([one, other])).toEqual({ told: toldOf([one, other]), changed: false });
  },
);
