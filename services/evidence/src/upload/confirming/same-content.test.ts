import { createHash } from 'node:crypto';
import { evidenceSubmittedElsewhere } from '@trust/contracts/events/evidence';
import { operator } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeCase, makeReviewable, pdf } from '../../../test/make.ts';
import { type Evidence, startEvidence } from '../../../test/service.ts';
import { contentIndexOf } from './content-index.ts';

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

async function areBothWaiting() {
  const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`.execute(evidence.db);
  expect(rows).toHaveLength(2);
}

test('T1 of two confirmations of the same bytes at a time both are announced', async () => {
  const before = (await told()).length;
  const document = pdf();
  const sha256 = createHash('sha256').update(document).digest();
  const index = contentIndexOf(evidence.app.contentSecret, sha256).toString('hex');
  const both = await evidence.db.transact(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${index}, 0))`.execute(trx);
    const submitted = [submit(document), submit(document)];
    await vi.waitFor(areBothWaiting, 10_000);
    return { submitted };
  });
  const ids = (await Promise.all(both.submitted)).map(({ id }) => id);
  expect((await told()).slice(before).toSorted()).toEqual(ids.toSorted());
});
