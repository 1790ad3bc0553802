import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { baseApp } from '@trust/service-kit/app';
import { openDb } from '@trust/service-kit/database/db';
import type { App } from '../../services/evidence/src/app.ts';
import type { DB } from '../../services/evidence/src/db/schema.ts';
import { openFolderStore } from '../../services/evidence/src/storage/folder-store.ts';
import { confirmUpload } from '../../services/evidence/src/upload/confirming/confirm-upload.ts';
import { openUpload } from '../../services/evidence/src/upload/opening/open-upload.ts';
import { concurrentSends } from '../../services/evidence/src/upload/sending/concurrent-sends.ts';
import { type Batch, document, idOf, providerOf } from './fixtures.ts';

const incoming = new IncomingMessage(new Socket());
const secret = 'a secret of the benchmark, long enough for anything';

/** The service's functions behind both requests, called without HTTP. */
export type Requests = Awaited<ReturnType<typeof openRequests>>;

/** `now` is the clock of the requests; `connections` the size of their pool. */
export async function openRequests(options: { url: string; folder: string; connections?: number; now?: () => Date }) {
  const { url, folder, connections, now = () => new Date() } = options;
  const db = openDb<DB>({ url, ...(connections !== undefined && { max: connections }) });
  const store = await openFolderStore({ folder, publicUrl: 'http://trust.bench', secret });
  const app: App = {
    ...baseApp(db, { cursorSecret: secret, limits: { 'upload-session': 10 ** 9 }, now }),
    store,
    receiver: store,
    sends: concurrentSends(),
    scanner: undefined,
    examiner: { examine: async () => ({ finding: 'failed' }) },
    publicUrl: 'http://trust.bench',
    contentSecret: secret,
    quotaBytes: Number.MAX_SAFE_INTEGER,
    sweepRequests: 1,
    maxStoreMismatches: 0,
    reportedUploads: new Set(),
  };
  const sealed = { bytes: document.bytes.length, sha256: document.sha256, mediaType: 'application/pdf' };
  const appWithoutBytes: App = {
    ...app,
    store: {
      ...store,
      seal: async () => ({ ...sealed, objectKey: randomBytes(32).toString('hex') }),
      abandon: async () => {},
    },
  };

  return {
    pool: db.pool,
    /** Creates an upload intent for the provider with this number. */
    async create(p: number): Promise<void> {
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
      const { status } = await openUpload(inputOf(p, 'createUploadIntent', now()), app, { contract, renews: false });
      if (status !== 201) throw new Error(`Creating an intent returned ${status}.`);
    },
    /** Confirms upload `n` of the batch. Without `readsBytes` the store returns a fixed hash. */
    async confirm({ name }: Batch, n: number, { readsBytes }: { readsBytes: boolean }): Promise<void> {
      const input = inputOf(providerOf(n), 'confirmUploadIntent', now());
      const selector = { intentId: idOf(`${name} intent ${n}`) };
      const { status } = await confirmUpload(input, readsBytes ? app : appWithoutBytes, selector);
      if (status !== 201) throw new Error(`Confirming returned ${status}.`);
    },
    [Symbol.asyncDispose]: () => db.destroy(),
  };
}

/** A request of the provider's representative, as a handler gets it, with an `Idempotency-Key`. */
function inputOf(p: number, operation: string, now: Date) {
  const actor = { userId: idOf(`person ${p}`), sessionId: idOf(`sign-in ${p}`) };
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
