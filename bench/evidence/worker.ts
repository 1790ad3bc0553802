import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { baseApp } from '@trust/service-kit/app';
import { openDb } from '@trust/service-kit/database/db';
import type { App } from '../../services/evidence/src/app.ts';
import type { DB } from '../../services/evidence/src/db/schema.ts';
import { openFolderStore } from '../../services/evidence/src/storage/folder-store.ts';
import { confirmUpload } from '../../services/evidence/src/upload-intents/confirming/confirm-upload.ts';
import { openUpload } from '../../services/evidence/src/upload-intents/opening/open-upload.ts';
import { concurrentSends } from '../../services/evidence/src/upload-intents/sending/concurrent-sends.ts';
import { type Batch, document, idOf, providerOf, providers } from './tables.ts';

/** A process of the benchmark: does the thing for so long, by so many clients at once; answers with the times a second. */
export type Question = { clients: number; seconds: number } & (
  | { what: 'create' }
  /** `seals`: whether the bytes are read, hashed and copied, or just believed. */
  | { what: 'confirm'; batch: Batch; seals: boolean }
);

const incoming = new IncomingMessage(new Socket());
const [url = '', folder = ''] = process.argv.slice(2);
const secret = 'a secret of the benchmark, long enough for anything';
const db = openDb<DB>({ url });
const store = await openFolderStore({ folder, publicUrl: 'http://trust.bench', secret });
const app: App = {
  ...baseApp(db, { cursorSecret: secret, limits: { 'upload-session': 10 ** 9 } }),
  store,
  receiver: store,
  sends: concurrentSends(),
  scanner: undefined,
  examiner: { examine: async () => ({ finding: 'failed' }) },
  publicUrl: 'http://trust.bench',
  contentSecret: secret,
  quotaBytes: Number.MAX_SAFE_INTEGER,
  maxStoreMismatches: 0,
};
const sealed = { bytes: document.bytes.length, sha256: document.sha256, mediaType: 'application/pdf' };
const believing: App = {
  ...app,
  store: {
    ...store,
    seal: async () => ({ ...sealed, objectKey: randomBytes(32).toString('hex') }),
    abandon: async () => {},
  },
};

process.on('message', async (question: Question) => process.send?.([await perform(question)]));
process.once('disconnect', () => process.exit());
process.send?.([]);

async function perform(question: Question): Promise<number> {
  const work =
    question.what === 'create' ? create : (n: number) => confirm(question.seals ? app : believing, question.batch, n);
  const started = performance.now();
  const end = started + question.seconds * 1000;
  let count = 0;
  const client = async () => {
    while (performance.now() < end) await work(count++);
  };
  await Promise.all(Array.from({ length: question.clients }, client));
  return count / ((performance.now() - started) / 1000);
}

async function create(): Promise<void> {
  const p = randomInt(providers) + 1;
  const contract = {
    clientIntentKey: randomUUID(),
    caseId: idOf(`case ${p}`),
    requirementKey: 'identity',
    documentKind: 'passport',
    mediaType: 'application/pdf' as const,
    sizeBytes: document.bytes.length,
    sha256: document.sha256.toString('hex'),
    label: 'Front page',
  };
  const { status } = await openUpload(inputOf(p, 'createUploadIntent'), app, { contract, renews: false });
  if (status !== 201) throw new Error(`Creating answered ${status}.`);
}

async function confirm(withStore: App, { name }: Batch, n: number): Promise<void> {
  const which = { intentId: idOf(`${name} intent ${n}`) };
  const { status } = await confirmUpload(inputOf(providerOf(n), 'confirmUploadIntent'), withStore, which);
  if (status !== 201) throw new Error(`Confirming answered ${status}.`);
}

/** A request of the representative of a provider, as a handler gets it, with an Idempotency-Key as every client sends one. */
function inputOf(p: number, operation: string) {
  const actor = { userId: idOf(`person ${p}`), sessionId: idOf(`sign-in ${p}`) };
  const now = new Date();
  const fingerprint = createHash('sha256').update(operation).digest();
  return {
    actor: { ...actor, authenticatedAt: 0, permissions: [], assignments: [] },
    providerId: idOf(`provider ${p}`),
    request: {
      at: now,
      id: randomUUID(),
      operation,
      access: 'provider.evidence.manage' as const,
      ip: '192.0.2.1',
      path: `/api/v1/${operation}`,
      binding: operation,
      language: 'en' as const,
      header: () => undefined,
      accepts: () => undefined,
      incoming,
    },
    idempotency: { key: randomUUID(), actor: actor.userId, route: operation, fingerprint, secret, now },
  };
}
