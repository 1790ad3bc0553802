import { randomBytes } from 'node:crypto';
import { uploadIntentChanged } from '@trust/contracts/events/evidence';
import { objectsArrived } from '@trust/contracts/events/webhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCase, makeIntent, pdf } from '../../../test/make.ts';
import { type Evidence, startEvidence } from '../../../test/service.ts';
import { openSwift } from '../../../test/stores/swift.ts';
import { openS3Store } from '../../storage/s3-store.ts';
import { recordArrivedParts } from './record-arrived-parts.ts';
import { checkReportedUploads } from './reported-uploads.ts';

const opened = new AsyncDisposableStack();
let evidence: Evidence;
beforeAll(async () => {
  const store = openS3Store(await openSwift(), () => new Date());
  evidence = opened.use(await startEvidence({ s3: store, connections: 6 }));
  evidence.clock.now = new Date();
}, 300_000);
afterAll(() => opened.disposeAsync());

const tell = async (objectNames: string[]) => {
  await evidence.deliver(objectsArrived, { objectNames });
  await checkReportedUploads(evidence.app);
};

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
      await Promise.all(shuffled.map(([, name]) => tell([name])));
    },
  ],
  ['they are forged for uploads of others', (of) => tell(of.filter((one) => !one.hasArrived).map(({ name }) => name))],
  ['they name unknown objects', () => tell(['..', '%', '', 'a'.repeat(64)])],
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
