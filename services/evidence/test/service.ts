import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { LimitOverrides } from '@trust/contracts/limits';
import { holdsStepUp } from '@trust/service-kit/actors/held-step-up';
import { startService } from '@trust/service-testing/service';
import type { App } from '../src/app.ts';
import type { DB } from '../src/db/schema.ts';
import type { Examiner } from '../src/examiner.ts';
import type { ObjectStore } from '../src/object-store.ts';
import { routes } from '../src/routes.ts';
import type { Scanner } from '../src/scanner.ts';
import { eicarScanner } from '../src/scanning/scanners/eicar-scanner.ts';
import { openFolderStore } from '../src/storage/folder-store.ts';
import { subscriptions } from '../src/subscriptions.ts';
import { concurrentSends } from '../src/upload/sending/concurrent-sends.ts';

export const publicUrl = 'http://trust.test';
const secret = 'a signing secret that is only for tests, long enough';

type Options = {
  connections?: number;
  scanner?: Scanner;
  examiner?: Examiner;
  s3?: ObjectStore;
  limits?: LimitOverrides;
  quotaBytes?: number;
  maxStoreMismatches?: number;
  replicaOf?: { urls: { app: string; owner: string }; folder: string };
};

const usualLimits = { 'upload-session': 1000, 'evidence-confirm': 1000, 'privileged-operation': 1000 };

/** Most tests send noise that only begins like a document. */
const trusting: Examiner = {
  async examine(bytes) {
    await buffer(bytes);
    return { finding: 'acceptable', preview: undefined };
  },
};

/** Nothing scans in the background: a test calls `scanDueVersions`. */
export async function startEvidence({
  connections,
  scanner,
  examiner,
  s3,
  limits,
  quotaBytes,
  maxStoreMismatches,
  replicaOf,
}: Options = {}) {
  const folder = replicaOf?.folder ?? (await mkdtemp(join(tmpdir(), 'trust-evidence-')));
  const store = await openFolderStore({ folder, publicUrl, secret });
  const service = await startService<DB, App>({
    service: 'evidence',
    routes,
    subscriptions,
    app: (base) => ({
      ...base,
      store: s3 ?? store,
      receiver: s3 ? undefined : store,
      sends: concurrentSends(),
      scanner: scanner ?? eicarScanner,
      examiner: examiner ?? trusting,
      publicUrl,
      contentSecret: secret,
      quotaBytes: quotaBytes ?? 2 ** 31,
      maxStoreMismatches: maxStoreMismatches ?? 20,
      sweepRequests: 1,
      reportedUploads: new Set(),
    }),
    holdsStepUp: (app) => (actor, caseId) => holdsStepUp(app, actor, caseId),
    limits: limits ?? usualLimits,
    ...(replicaOf && { urls: replicaOf.urls }),
    ...(connections && { connections }),
  });
  const dispose = service[Symbol.asyncDispose].bind(service);
  return Object.assign(service, {
    folder,
    async [Symbol.asyncDispose]() {
      await dispose();
      if (!replicaOf) await rm(folder, { recursive: true, force: true });
    },
  });
}

export type Evidence = Awaited<ReturnType<typeof startEvidence>>;

export function pathOf(url: string): string {
  return url.slice(`${publicUrl}/api/v1`.length);
}
