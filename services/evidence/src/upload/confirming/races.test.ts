import { randomUUID } from 'node:crypto';
import { openDb } from '@trust/service-kit/database/db';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirm, confirmSession, type MadeCase, makeCase, makeUpload, pdf } from '../../../test/make.ts';
import { type Evidence, startEvidence } from '../../../test/service.ts';
import { snapshot, tableHash } from '../../../test/stored-state.ts';
import { whileLocked } from '../../../test/while-locked.ts';
import type { Db, Trx } from '../../app.ts';
import type { DB } from '../../db/schema.ts';
import { lockCase, saveCase } from '../../from-other-services/cases/queries.ts';
import { saveSelection } from '../../from-other-services/selections/queries.ts';
import { endIntent, endSession, markRetryable } from '../intents/queries.ts';
import { replaceSession } from '../opening/queries.ts';

let evidence: Evidence;
let owner: ReturnType<typeof openDb<DB>>;
beforeAll(async () => {
  evidence = await startEvidence({ connections: 10 });
  owner = openDb<DB>({ url: evidence.ownerUrl, max: 3 });
});
afterAll(async () => {
  await owner.destroy();
  await evidence[Symbol.asyncDispose]();
});

type Upload = Awaited<ReturnType<typeof makeUpload>>;

test('C4 sixteen concurrent confirmations create one version', async () => {
  const made = await makeCase(evidence);
  const upload = await makeUpload(evidence, made);
  const objects = (await snapshot(evidence)).objects.length;
  const answers = await Promise.all(Array.from({ length: 16 }, () => confirm(evidence, made.rep, upload)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(15).fill(409)]);
  expect((await snapshot(evidence)).objects).toHaveLength(objects + 1);
});

type ConcurrentChange = {
  name: string;
  change: (trx: Trx, made: MadeCase, upload: Upload) => Promise<unknown>;
  expected: [number, string];
  byOwner?: true;
  meanwhile?: () => void;
};

const changes: ConcurrentChange[] = [
  {
    name: 'the case moves on',
    change: (trx, made) => saveCase(trx, Object.assign(made, { state: 'in_review' as const })),
    expected: [400, 'case_state'],
  },
  {
    name: 'the case asks for something else',
    change: (trx, made) => saveCase(trx, Object.assign(made, { requirementKeys: ['insurance'] })),
    expected: [400, 'case_requirement'],
  },
  {
    name: 'the service is selected anew',
    change: (trx, made) =>
      saveSelection(trx, { ...made.selection, selectionId: randomUUID(), requirementVersionId: randomUUID() }),
    expected: [400, 'service_version'],
  },
  {
    name: 'the intent is retried',
    change: async (trx, made, { id, session }) => {
      const at = evidence.clock.now;
      await endSession(trx, session.id, 'cancelled');
      await markRetryable(trx, id, at);
      await replaceSession(trx, { providerId: made.providerId, userId: made.rep.userId }, id, {
        id: randomUUID(),
        uploadRef: randomUUID(),
        sizeLimitBytes: 4096,
        createdAt: at,
        expiresAt: new Date(at.getTime() + 60_000),
      });
    },
    expected: [400, 'intent_session'],
  },
  {
    name: 'the intent is cancelled',
    change: async (trx, _made, { id, session }) => {
      await endSession(trx, session.id, 'cancelled');
      await endIntent(trx, { id, state: 'uploading' }, 'cancelled');
    },
    expected: [409, 'session_ended'],
  },
  {
    name: 'the session expires',
    change: (trx, { caseId }) => lockCase(trx, caseId),
    expected: [409, 'session_expired'],
    meanwhile: () => evidence.advanceClock(3600),
  },
  {
    name: 'the size limit is lowered',
    change: (trx, _made, { session }) =>
      sql`update upload_session set size_limit_bytes = 1024 where id = ${session.id}`.execute(trx),
    expected: [409, 'over_limit'],
    byOwner: true,
  },
];

test.each(changes)(
  'C4 confirming waits for a concurrent change ($name), is refused and changes no row',
  async ({ change, expected: [status, code], byOwner, meanwhile }) => {
    const start = evidence.clock.now;
    const made = await makeCase(evidence);
    const upload = await makeUpload(evidence, made, pdf(1100));
    const { objects } = await snapshot(evidence);
    let left: Record<string, string> = {};
    const answer = await whileLocked(
      byOwner ? { db: owner } : evidence,
      async (trx) => {
        await change(trx, made, upload);
        left = await tableHash(trx);
      },
      () => confirmSession(evidence, made, upload.session.id),
      meanwhile && { meanwhile },
    );
    evidence.clock.now = start;
    expect(answer).toMatchObject({ status, body: { errors: [{ code }] } });
    expect(await tableHash((byOwner ? owner : evidence.db) as Db)).toEqual(left);
    expect((await snapshot(evidence)).objects).toEqual(objects);
  },
);

type Repair = { name: string; before: (trx: Trx, made: MadeCase, upload: Upload) => Promise<unknown> } & Pick<
  ConcurrentChange,
  'change'
>;
const sizeLimit = (bytes: number) => (trx: Trx, _made: MadeCase, upload: Upload) =>
  sql`update upload_session set size_limit_bytes = ${bytes} where id = ${upload.session.id}`.execute(trx);
const caseWith =
  (facts: Partial<MadeCase>) =>
  (trx: Trx, made: MadeCase): Promise<void> =>
    saveCase(trx, Object.assign(made, facts));
const selected =
  (isCurrent: boolean) =>
  (trx: Trx, { selection }: MadeCase): Promise<void> =>
    saveSelection(trx, isCurrent ? selection : { ...selection, requirementVersionId: randomUUID() });

const repairs: Repair[] = [
  {
    name: 'the case awaits evidence again',
    before: caseWith({ state: 'in_review' }),
    change: caseWith({ state: 'awaiting_evidence' }),
  },
  {
    name: 'the case asks for it again',
    before: caseWith({ requirementKeys: ['insurance'] }),
    change: caseWith({ requirementKeys: ['identity', 'insurance'] }),
  },
  {
    name: 'the case asks for a correction with a later end',
    before: caseWith({ state: 'awaiting_correction', dueAt: '2020-01-01T00:00:00.000Z' }),
    change: caseWith({ dueAt: '2099-01-01T00:00:00.000Z' }),
  },
  { name: 'the service has its version again', before: selected(false), change: selected(true) },
  { name: 'the size limit is raised', before: sizeLimit(1024), change: sizeLimit(4096) },
];

test.each(repairs)('C4 a confirmation that waits for its last condition ($name) has it', async ({ before, change }) => {
  const made = await makeCase(evidence);
  const upload = await makeUpload(evidence, made, pdf(1100));
  await owner.transact((trx) => before(trx, made, upload));
  expect((await confirmSession(evidence, made, upload.session.id)).status).toBeGreaterThanOrEqual(400);
  const { objects } = await snapshot(evidence);
  const answer = await whileLocked(
    { db: owner },
    (trx) => change(trx, made, upload),
    () => confirmSession(evidence, made, upload.session.id),
  );
  expect(answer.status).toBe(201);
  expect((await snapshot(evidence)).objects).toHaveLength(objects.length + 1);
});
