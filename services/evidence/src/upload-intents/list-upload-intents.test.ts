import { afterAll, expect, test } from 'vitest';
import { intentsPath, makeCase, makeIntent } from '../../test/make.ts';
import { startEvidence } from '../../test/service.ts';

const evidence = await startEvidence();
afterAll(() => evidence[Symbol.asyncDispose]());

test('D3 a walk over the pages, while rows come in and several share their moment, shows every row that was there once', async () => {
  const made = await makeCase(evidence);
  const there: string[] = [];
  for (let count = 0; count < 15; count++) {
    there.push((await makeIntent(evidence, made)).id);
    // Three of one moment, so that pages end in the middle of them.
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
  expect(seen).toEqual(there.toReversed());
});
