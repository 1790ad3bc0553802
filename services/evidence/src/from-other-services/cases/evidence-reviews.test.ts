import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { evidenceOf, makeCase, submitById } from '../../../test/make.ts';
import { type Evidence, startEvidence } from '../../../test/service.ts';

let evidence: Evidence;
beforeAll(async () => {
  evidence = await startEvidence();
});
afterAll(() => evidence[Symbol.asyncDispose]());

test('a version shows how its case judged it, and a withdrawn mark takes that back', async () => {
  const made = await makeCase(evidence);
  const [passport, certificate] = [
    await submitById(evidence, made),
    await submitById(evidence, made, { documentKind: 'certificate' }),
  ];
  const read = async ({ evidenceId }: { evidenceId: string }) => {
    const { body } = await evidence.get(`${evidenceOf(made)}/${evidenceId}`, { actor: made.rep });
    expect(body.versions[0].review).toBe(body.version.review);
    return body.version.review;
  };
  const both = async () => [await read(passport), await read(certificate)];
  const of = ({ evidenceVersionId }: typeof passport, review: 'accepted' | 'correction_requested' | 'rejected') => ({
    evidenceVersionId,
    review,
  });
  expect(await both()).toEqual(['unreviewed', 'unreviewed']);
  await made.change({
    state: 'awaiting_correction',
    evidenceReviews: [of(passport, 'correction_requested'), of(certificate, 'rejected')],
  });
  expect(await both()).toEqual(['correction_requested', 'rejected']);
  // A publisher of an earlier release says nothing of reviews.
  await made.change({ evidenceReviews: undefined });
  expect(await both()).toEqual(['correction_requested', 'rejected']);
  await made.change({ state: 'in_review', evidenceReviews: [of(certificate, 'rejected')] });
  expect(await both()).toEqual(['unreviewed', 'rejected']);
  const unknown = { evidenceVersionId: randomUUID(), review: 'accepted' as const };
  await made.change({ state: 'decided', evidenceReviews: [of(passport, 'accepted'), unknown] });
  expect(await both()).toEqual(['accepted', 'unreviewed']);
  const { items } = (await evidence.get(evidenceOf(made), { actor: made.rep })).body;
  expect(items.map(({ version }: { version: { review: string } }) => version.review).sort()).toEqual([
    'accepted',
    'unreviewed',
  ]);
});
