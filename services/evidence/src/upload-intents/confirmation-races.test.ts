import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { everythingOf } from '../../test/everything.ts';
import { whileHeld } from '../../test/hold.ts';
import { confirm, type MadeCase, makeCase, makeUpload, pdf } from '../../test/make.ts';
import { startEvidence } from '../../test/service.ts';
import type { Trx } from '../app.ts';
import { saveCase } from '../cases/queries.ts';
import { saveSelection } from '../selections/queries.ts';
import { endSession } from './queries.ts';

const evidence = await startEvidence({ connections: 10 });
afterAll(() => evidence[Symbol.asyncDispose]());

test('C4 sixteen confirmations at once make one version', async () => {
  const made = await makeCase(evidence);
  const upload = await makeUpload(evidence, made);
  const objects = (await everythingOf(evidence)).objects.length;
  const answers = await Promise.all(Array.from({ length: 16 }, () => confirm(evidence, made.rep, upload)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(15).fill(409)]);
  expect((await everythingOf(evidence)).objects).toHaveLength(objects + 1);
});

test('C4 raced with a cancellation, an upload is either confirmed or cancelled, never both or neither', async () => {
  for (let round = 0; round < 12; round++) {
    const made = await makeCase(evidence);
    const upload = await makeUpload(evidence, made, pdf(1024));
    const [confirmed, cancelled] = await Promise.all([
      confirm(evidence, made.rep, upload),
      evidence.delete(upload.path, { actor: made.rep }),
    ]);
    const versions = await evidence.db
      .selectFrom('evidence_version')
      .select('id')
      .where('intent_id', '=', upload.id)
      .execute();
    const state = (await evidence.get(upload.path, { actor: made.rep })).body.state;
    expect([
      [201, 409, 1, 'submitted'],
      [409, 204, 0, 'cancelled'],
    ]).toContainEqual([confirmed.status, cancelled.status, versions.length, state]);
  }
});

const races: [string, (trx: Trx, made: MadeCase, sessionId: string) => Promise<unknown>, number, string][] = [
  [
    'the case moves on',
    (trx, made) => saveCase(trx, Object.assign(made, { state: 'in_review' as const })),
    400,
    'case_state',
  ],
  [
    'the service is selected anew',
    (trx, made) => saveSelection(trx, { ...made.selection, requirementVersionId: randomUUID() }),
    400,
    'service_version',
  ],
  [
    'the session is cancelled',
    (trx, _made, sessionId) => endSession(trx, sessionId, 'cancelled'),
    409,
    'session_ended',
  ],
];

test.each(races)(
  'C4 when %s at the very moment, confirming waits for it and is refused',
  async (_name, change, status, code) => {
    const made = await makeCase(evidence);
    const upload = await makeUpload(evidence, made, pdf(1024));
    const objects = (await everythingOf(evidence)).objects.length;
    const answer = await whileHeld(
      evidence,
      (trx) => change(trx, made, upload.session.id),
      () => confirm(evidence, made.rep, upload),
    );
    expect(answer).toMatchObject({ status, body: { errors: [{ code }] } });
    const versions = await evidence.db
      .selectFrom('evidence_version')
      .select('id')
      .where('intent_id', '=', upload.id)
      .execute();
    expect(versions).toEqual([]);
    expect((await everythingOf(evidence)).objects).toHaveLength(objects);
  },
);
