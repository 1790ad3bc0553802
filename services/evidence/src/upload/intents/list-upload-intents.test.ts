import { randomUUID } from 'node:crypto';
import { representative } from '@trust/service-testing/actors';
import { afterAll, expect, test } from 'vitest';
import { colleague, intentsPath, makeCase, makeIntent } from '../../../test/make.ts';
import { startEvidence } from '../../../test/service.ts';

const evidence = await startEvidence();
afterAll(() => evidence[Symbol.asyncDispose]());

test('D3 paging shows every earlier row once while rows are added and several share a time', async () => {
  const made = await makeCase(evidence);
  const earlier: string[] = [];
  for (let count = 0; count < 15; count++) {
    earlier.push((await makeIntent(evidence, made)).id);
    if (count % 3 === 2) evidence.advanceClock(1);
  }
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = cursor && `&cursor=${cursor}`;
    const { body } = await evidence.get(`${intentsPath}?limit=4${query}`, { actor: made.rep });
    seen.push(...body.items.map(({ id }: { id: string }) => id));
    cursor = body.nextCursor;
    await makeIntent(evidence, made);
    evidence.advanceClock(1);
  }
  expect(seen).toEqual(earlier.toReversed());
});

test('lists the caller’s own intents without URLs; the cursor works only for the caller', async () => {
  const made = await makeCase(evidence);
  const ids = [(await makeIntent(evidence, made)).id, (await makeIntent(evidence, made)).id];
  await makeIntent(evidence, { ...made, rep: await colleague(evidence, made.providerId) });
  const list = async (query = '', actor = made.rep) => evidence.get(`${intentsPath}?limit=1${query}`, { actor });
  const first = await list();
  const second = await list(`&cursor=${first.body.nextCursor}`);
  const items = [...first.body.items, ...second.body.items];
  expect(new Set(items.map(({ id }) => id))).toEqual(new Set(ids));
  expect(second.body.nextCursor).toBeNull();
  expect(JSON.stringify(items)).not.toMatch(/url|parts|sha256/);
  expect(await list(`&cursor=${first.body.nextCursor}`, representative(randomUUID()))).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'cursor', code: 'cursor_invalid' }] },
  });
});
