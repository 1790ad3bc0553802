import { evidenceSubmittedElsewhere } from '@trust/contracts/events/evidence';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCase, makeReviewable, pdf } from '../../../test/make.ts';
import { type Evidence, startEvidence } from '../../../test/service.ts';

let evidence: Evidence;
beforeAll(async () => {
  evidence = await startEvidence({ connections: 10 });
});
afterAll(() => evidence[Symbol.asyncDispose]());

type Made = Awaited<ReturnType<typeof makeCase>>;
async function submit(document: Buffer, made?: Made) {
  const of = made ?? (await makeCase(evidence));
  if (made) await made.change({ state: 'awaiting_evidence' });
  const { evidenceVersionId } = await makeReviewable(evidence, of, operator('reviewer').userId, document);
  return { made: of, id: evidenceVersionId };
}
const told = async () =>
  (await evidence.emitted(evidenceSubmittedElsewhere)).map(({ evidenceVersionId }) => evidenceVersionId);

test('T1 the same bytes for another provider are announced once for each version, and not for which', async () => {
  const document = pdf();
  const first = await submit(document);
  const again = await submit(document, first.made);
  await submit(pdf());
  expect(await told()).toEqual([]);
  const second = await submit(document);
  expect((await told()).toSorted()).toEqual([first.id, again.id, second.id].toSorted());
  const third = await submit(document);
  const fourth = await submit(document, third.made);
  expect((await told()).slice(3)).toEqual([third.id, fourth.id]);
  const [event] = await evidence.emitted(evidenceSubmittedElsewhere);
  expect(Object.keys(event ?? {}).toSorted()).toEqual(['evidenceVersionId', 'occurredAt']);
});

test('T1 of two confirmations of the same bytes at a time both are announced', async () => {
  const before = (await told()).length;
  const document = pdf();
  const both = await Promise.all([submit(document), submit(document)]);
  expect((await told()).slice(before).toSorted()).toEqual(both.map(({ id }) => id).toSorted());
});
