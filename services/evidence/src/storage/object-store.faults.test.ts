import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirm, makeCase, makeIntent, pdf } from '../../test/make.ts';
import { type Evidence, startEvidence } from '../../test/service.ts';
import { type FaultyStore, startFaultyStore, storeFaults, storeOperations } from '../../test/stores/faulty-store.ts';
import { openSwift } from '../../test/stores/swift.ts';
import type { ObjectStore } from '../object-store.ts';
import { openS3Store } from './s3-store.ts';

let faulty: FaultyStore;
let store: ObjectStore;
let evidence: Evidence;
beforeAll(async () => {
  const swift = await openSwift();
  faulty = await startFaultyStore(swift.endpoint);
  store = openS3Store({ ...swift, endpoint: faulty.endpoint, publicEndpoint: swift.endpoint }, () => new Date());
  evidence = await startEvidence({ s3: store });
  evidence.clock.now = new Date();
}, 300_000);
afterAll(async () => {
  await evidence?.[Symbol.asyncDispose]();
  await faulty?.[Symbol.asyncDispose]();
});

async function sentIntent() {
  const made = await makeCase(evidence);
  const document = pdf(64 * 1024);
  const intent = await makeIntent(evidence, made, document);
  const [part] = intent.session.parts;
  const sent = await fetch(part.url, { method: 'PUT', body: new Uint8Array(document) });
  expect(sent.ok).toBe(true);
  return { made, document, intent };
}

const versionsOf = (intentId: string) =>
  evidence.db.selectFrom('evidence_version').selectAll().where('intent_id', '=', intentId).execute();

const cases = storeOperations.flatMap((operation) => storeFaults.map((fault) => [fault, operation] as const));

test.each(cases)('F4 U2 %s at "%s" leaves no half confirmation, and a retry succeeds', async (fault, operation) => {
  const { made, document, intent } = await sentIntent();
  const id = intent.path.split('/').at(-1) ?? '';
  faulty.failNext(operation, fault);
  const first = await confirm(evidence, made.rep, intent);
  expect(faulty.hasFired()).toBe(true);
  expect([201, 409, 503]).toContain(first.status);
  expect((await versionsOf(id)).length).toBe(first.status === 201 ? 1 : 0);
  if (first.status !== 201) expect(await confirm(evidence, made.rep, intent)).toMatchObject({ status: 201 });
  const [version, ...others] = await versionsOf(id);
  expect(others).toEqual([]);
  expect(document.equals(await buffer(await store.read(version?.object_key ?? '')))).toBe(true);
});
