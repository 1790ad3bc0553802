import { auditRecorded } from '@trust/contracts/events/any';
import { personErased } from '@trust/contracts/events/identity';
import { providerErased } from '@trust/contracts/events/provider';
import { openLog } from '@trust/service-kit/observability/log';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirm, makeCase, makeIntent, makeUpload } from '../../../test/make.ts';
import { type Evidence, startEvidence } from '../../../test/service.ts';
import { sweepStore } from '../sweep/sweep-store.ts';

const silent = openLog('evidence', 'silent');

let evidence: Evidence;
beforeAll(async () => {
  evidence = await startEvidence();
});
afterAll(() => evidence[Symbol.asyncDispose]());

const label = 'Diploma of Zoë Canary';
const labels = async (userId: string) =>
  (await evidence.db.selectFrom('upload_intent').select('label').where('created_by', '=', userId).execute()).map(
    (row) => row.label,
  );

test('P2 deletes the labels of an erased person and keeps the documents', async () => {
  const made = await makeCase(evidence);
  const intent = await makeIntent(evidence, made, undefined, { label, requirementKey: 'insurance' });
  const upload = await makeUpload(evidence, made, undefined, { label });
  await confirm(evidence, made.rep, upload);
  expect(await labels(made.rep.userId)).toEqual([label, label]);
  const erase = () =>
    evidence.deliver(personErased, {
      userId: made.rep.userId,
      contacts: [],
      erasedAt: evidence.clock.now.toISOString(),
    });
  await erase();
  await erase();
  expect(await labels(made.rep.userId)).toEqual([null, null]);
  expect((await evidence.get(upload.path, { actor: made.rep })).body).toMatchObject({ state: 'submitted' });
  // A request may have begun before.
  expect((await evidence.delete(intent.path, { actor: made.rep })).status).toBe(401);
});

test('P2 documents of an erased provider are unreadable at once and deleted by the next sweep', async () => {
  const [made, other] = [await makeCase(evidence), await makeCase(evidence)];
  for (const one of [made, other]) await confirm(evidence, one.rep, await makeUpload(evidence, one));
  const objects = async () => (await evidence.app.store.objects({ after: '', limit: 1000 })).length;
  const before = await objects();
  await evidence.deliver(providerErased, { providerId: made.providerId, occurredAt: evidence.clock.now.toISOString() });
  const { rows } = await sql`
    select p.state from evidence_processing p join evidence_version v on v.id = p.version_id
    join evidence_item i on i.id = v.evidence_id where i.provider_id = ${made.providerId}`.execute(evidence.db);
  expect(rows).toEqual([{ state: 'redacted' }]);
  const entries = (await evidence.emitted(auditRecorded.evidence)).filter(({ permission }) => permission === 'event');
  expect(entries.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
    { action: 'withdrawEvidence', before: {}, after: { state: 'withdrawn' } },
    { action: 'redactEvidence', before: { state: 'withdrawn' }, after: { state: 'redacted' } },
  ]);

  // Files have the time of the machine.
  evidence.clock.now = new Date(Date.now() + 3 * 60 * 60 * 1000);
  await sweepStore(evidence.app, silent);
  expect(await objects()).toBe(before - 1);
});

test('M2 a label can be deleted but not changed', async () => {
  const made = await makeCase(evidence);
  const { id } = await makeIntent(evidence, made, undefined, { label });
  const write = (value: string | null) =>
    sql`update upload_intent set label = ${value} where id = ${id}`.execute(evidence.db);
  await expect(write('Another')).rejects.toThrow('is immutable');
  await write(null);
  await expect(write(label)).rejects.toThrow('is immutable');
});
