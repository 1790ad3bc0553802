import { randomUUID } from 'node:crypto';
import { auditRecorded } from '@trust/contracts/events/any';
import { personErased } from '@trust/contracts/events/identity';
import { emergencyActionChanged } from '@trust/contracts/events/operations';
import { providerErased } from '@trust/contracts/events/provider';
import { openLog } from '@trust/service-kit/observability/log';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirm, makeCase, makeIntent, makeUpload } from '../../../test/make.ts';
import { type Evidence, startEvidence } from '../../../test/service.ts';
import { redactDueVersions } from '../redaction/redact-versions.ts';
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

test('P2 the documents of an erased provider are deleted once no case of it is frozen', async () => {
  const [frozen, other] = [await makeCase(evidence), await makeCase(evidence)];
  for (const one of [frozen, other]) await confirm(evidence, one.rep, await makeUpload(evidence, one));
  const at = evidence.clock.now;
  await evidence.deliver(emergencyActionChanged, {
    ...{ actionId: randomUUID(), kind: 'freeze_case', targetId: frozen.caseId },
    ...{ startedAt: at.toISOString(), endsAt: new Date(at.getTime() + 72 * 3_600_000).toISOString() },
    occurredAt: at.toISOString(),
  });
  const stateOf = async ({ providerId }: { providerId: string }) => {
    const { rows } = await sql<{ state: string }>`
      select p.state from evidence_processing p join evidence_version v on v.id = p.version_id
      join evidence_item i on i.id = v.evidence_id where i.provider_id = ${providerId}`.execute(evidence.db);
    return rows.map(({ state }) => state);
  };
  for (const { providerId } of [frozen, other])
    await evidence.deliver(providerErased, { providerId, occurredAt: at.toISOString() });
  expect([await stateOf(frozen), await stateOf(other)]).toEqual([['withdrawn'], ['redacted']]);
  evidence.advanceClock(72 * 3600 - 1);
  await redactDueVersions(evidence.app);
  expect(await stateOf(frozen)).toEqual(['withdrawn']);
  evidence.advanceClock(1);
  await redactDueVersions(evidence.app);
  expect(await stateOf(frozen)).toEqual(['redacted']);
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
