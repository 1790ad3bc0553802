import { randomUUID } from 'node:crypto';
import { auditRecorded } from '@trust/contracts/events/any';
import { evidenceConfirmed } from '@trust/contracts/events/evidence';
import { serviceRemoved, serviceSelected } from '@trust/contracts/events/provider';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirm, type MadeCase, makeCase, makeUpload, pdf } from '../../../test/make.ts';
import { type Evidence, startEvidence } from '../../../test/service.ts';

let evidence: Evidence;
beforeAll(async () => {
  evidence = await startEvidence({ connections: 10 });
});
afterAll(() => evidence[Symbol.asyncDispose]());

type Upload = Awaited<ReturnType<typeof makeUpload>>;

const changes: [string, (made: MadeCase, upload: Upload) => Promise<unknown>][] = [
  ['the case moves on', (made) => made.change({ state: 'in_review' })],
  ['the case asks for something else', (made) => made.change({ requirementKeys: ['insurance'] })],
  [
    'the service is selected anew',
    ({ selection }) => evidence.deliver(serviceSelected, { ...selection, requirementVersionId: randomUUID() }),
  ],
  [
    'the service is removed',
    ({ selection: { requirementVersionId: _, ...removed } }) => evidence.deliver(serviceRemoved, removed),
  ],
  ['the upload is interrupted', ({ rep }, { path }) => evidence.put(`${path}/interrupted`, { actor: rep })],
  ['the upload is cancelled', ({ rep }, { path }) => evidence.delete(path, { actor: rep })],
];

async function effectOf({ id, session }: Upload) {
  const { rows } = await sql<{ version: string; processing: string }>`
    select v.id as version, p.state as processing from evidence_version v join evidence_processing p on p.version_id = v.id
    where v.intent_id = ${id} and v.upload_session_id = ${session.id}`.execute(evidence.db);
  const states = await sql<{ intent: string; session: string }>`
    select i.state as intent, s.state as session from upload_intent i join upload_session s on s.intent_id = i.id
    where s.id = ${session.id}`.execute(evidence.db);
  const { intent, session: ended } = states.rows[0] ?? {};
  const events = (await evidence.emitted(evidenceConfirmed)).filter(({ intentId }) => intentId === id);
  const entries = (await evidence.emitted(auditRecorded.evidence)).filter(
    ({ objectId }) => objectId === rows[0]?.version,
  );
  return {
    versions: rows.map(({ processing }) => processing),
    submitted: intent === 'submitted',
    confirmed: ended === 'confirmed',
    events: events.length,
    entries: entries.length,
  };
}

const whole = { versions: ['pending_scan'], submitted: true, confirmed: true, events: 1, entries: 1 };
const nothing = { versions: [], submitted: false, confirmed: false, events: 0, entries: 0 };

test.each(changes)(
  'C4 a confirmation that races with a change (%s) has its whole effect or none',
  async (_name, change) => {
    for (let round = 0; round < 50; round++) {
      const made = await makeCase(evidence);
      const upload = await makeUpload(evidence, made, pdf(1024));
      const requests = [() => confirm(evidence, made.rep, upload), () => change(made, upload)];
      const responses = await Promise.all((round % 2 ? requests : requests.reverse()).map((send) => send()));
      const response = responses[round % 2 ? 0 : 1] as Awaited<ReturnType<typeof confirm>>;
      expect([201, 400, 409]).toContain(response.status);
      expect(await effectOf(upload)).toEqual(response.status === 201 ? whole : nothing);
    }
  },
  600_000,
);
