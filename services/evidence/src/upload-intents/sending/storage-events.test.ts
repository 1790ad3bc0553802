import { randomBytes } from 'node:crypto';
import { uploadIntentChanged } from '@trust/contracts/events/evidence';
import { listen } from '@trust/service-kit/listen';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCase, makeIntent, pdf } from '../../../test/make.ts';
import { type Evidence, startEvidence } from '../../../test/service.ts';
import { openSwift } from '../../../test/swift.ts';
import { tableHash } from '../../../test/table-hash.ts';
import { openS3Store } from '../../storage/s3-store.ts';
import { recordArrivedParts } from './record-arrived-parts.ts';
import { storageEvents } from './storage-events.ts';

const token = 'a token of the store in this test';
const opened = new AsyncDisposableStack();
let evidence: Evidence;
let internal: { url: string };
beforeAll(async () => {
  const store = openS3Store(await openSwift(), () => new Date());
  evidence = opened.use(await startEvidence({ s3: store, connections: 6 }));
  evidence.clock.now = new Date();
  const http = express();
  storageEvents(evidence.app, token)(http);
  const { server, url } = await listen(http, 0, '127.0.0.1');
  opened.defer(() => void server.close());
  internal = { url };
}, 300_000);
afterAll(() => opened.disposeAsync());

const tell = (keys: string[], authorization = `Bearer ${token}`) =>
  fetch(`${internal.url}/internal/storage-events`, {
    method: 'POST',
    body: JSON.stringify({ EventName: 's3:ObjectCreated:Put', Records: keys.map(recordOf) }),
    headers: { authorization },
  });
const recordOf = (key: string) => ({
  eventVersion: '2.0',
  s3: { bucket: { name: 'uploads' }, object: { key, size: 1 } },
});

async function uploads() {
  const found = [];
  for (const hasArrived of [true, false, true, false]) {
    const document = pdf();
    const intent = await makeIntent(evidence, await makeCase(evidence), document);
    const { url } = intent.session.parts[0];
    if (hasArrived) await fetch(url, { method: 'PUT', body: new Uint8Array(document) });
    const { upload_ref } = await evidence.db
      .selectFrom('upload_session')
      .select('upload_ref')
      .where('id', '=', intent.session.id)
      .executeTakeFirstOrThrow();
    found.push({ id: intent.id as string, name: upload_ref.split('.')[0] ?? '', hasArrived });
  }
  return found;
}

type Uploads = Awaited<ReturnType<typeof uploads>>;

async function endState(of: Uploads) {
  await recordArrivedParts(evidence.app);
  const announced = await evidence.emitted(uploadIntentChanged);
  const rows = await evidence.db.selectFrom('upload_intent').select(['id', 'state']).execute();
  return of.map(({ id }) => ({
    state: rows.find((row) => row.id === id)?.state,
    announced: announced.filter(({ intentId }) => intentId === id).map(({ state }) => state),
  }));
}

const arrived = { state: 'uploading', announced: ['open', 'uploading'] };
const waiting = { state: 'open', announced: ['open'] };
const withoutEvents = [arrived, waiting, arrived, waiting];

test.each<[string, (of: Uploads) => Promise<unknown>]>([
  ['all are lost', async () => {}],
  [
    'each comes five times in any order',
    async (of) => {
      const names = of.flatMap(({ name, hasArrived }) => (hasArrived ? Array<string>(5).fill(name) : []));
      const shuffled = names.map((name) => [randomBytes(4).readUInt32BE(), name] as const).sort(([a], [b]) => a - b);
      const answers = await Promise.all(shuffled.map(([, name]) => tell([name])));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204));
    },
  ],
  ['they are forged for uploads of others', (of) => tell(of.filter((one) => !one.hasArrived).map(({ name }) => name))],
  ['they name unknown objects', () => tell(['../../../etc/passwd', '%', '', 'a'.repeat(64)])],
])('U7 when %s, storage events end where none would have', async (_what, send) => {
  const of = await uploads();
  await send(of);
  expect(await endState(of)).toEqual(withoutEvents);
});

test('U7 an event moves on what has arrived before the sweep comes by', async () => {
  const of = await uploads();
  await tell(of.map(({ name }) => name));
  const rows = await evidence.db.selectFrom('upload_intent').select(['id', 'state']).execute();
  expect(of.map(({ id }) => rows.find((row) => row.id === id)?.state)).toEqual(withoutEvents.map(({ state }) => state));
});

test.each([
  ['without the token', ['Bearer another', '', 'Bearer '], 401],
  ['that is none', [`Bearer ${token}`], 400],
])('U7 an event %s changes nothing', async (_what, headers, status) => {
  const of = await uploads();
  const before = await tableHash(evidence.db);
  for (const authorization of headers) {
    const names = status === 401 ? of.map(({ name }) => name) : Array<string>(101).fill('a');
    expect((await tell(names, authorization)).status).toBe(status);
  }
  expect(await tableHash(evidence.db)).toEqual(before);
});
