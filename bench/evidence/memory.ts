import { setTimeout as delay } from 'node:timers/promises';
import { Client, eventually } from '../../demo/client.ts';
import { makePdf } from '../../demo/documents.ts';
import { confirm, openIntent, putParts, readIntent } from '../../demo/steps/evidence.ts';
import type { Report } from '../harness.ts';
import { childrenOf, residentSet } from '../proc.ts';
import { idOf } from './fixtures.ts';
import type { Stage } from './through-gateway.ts';

const largest = 15 * 1024 * 1024;
const concurrent = 4;
const sampleMs = 20;

/** Target 14: memory of evidence above rest while it handles four of the largest documents. */
export async function measureMemory(report: Report, stage: Stage): Promise<void> {
  // The first process is larger: it compiles sources that later ones load from a cache.
  await (await stage.openScanning())[Symbol.asyncDispose]();
  await using running = await stage.openScanning();
  const { pid } = running.evidence;
  const client = new Client(running.gateway);
  // The first document loads modules that stay.
  await processDocuments(client, stage, [1], (_phase, work) => work());
  await delay(3000);
  const rest = residentSet(pid) ?? 0;
  const figure = (what: string) => ({ number: '14', what, unit: 'MiB' });
  const flat = (what: string) => ({ ...figure(what), atMost: 2 * 15 });
  await report.figures(
    [
      flat(`evidence over its ${Math.round(rest)} MiB at rest, with ${concurrent} documents of 15 MiB sent at once`),
      flat('evidence over rest while they are confirmed: read, hashed and copied'),
      flat('evidence over rest while they are scanned and opened'),
      figure('the child process that opens one of them'),
    ],
    async () => {
      const peaks = { sending: 0, confirming: 0, scanning: 0 };
      let opening = 0;
      await processDocuments(client, stage, [2, 3, 4, 5], async (phase, work) => {
        const ended = new AbortController();
        const sampling = (async () => {
          while (!ended.signal.aborted) {
            peaks[phase] = Math.max(peaks[phase], (residentSet(pid) ?? 0) - rest);
            opening = Math.max(opening, ...childrenOf(pid).map((child) => residentSet(child) ?? 0));
            await delay(sampleMs);
          }
        })();
        await work().finally(() => ended.abort());
        await sampling;
      });
      return [peaks.sending, peaks.confirming, peaks.scanning, opening];
    },
  );
}

type Phase = 'sending' | 'confirming' | 'scanning';

/** Sends, confirms and scans one document per provider, all at the same time. */
async function processDocuments(
  client: Client,
  stage: Stage,
  numbers: number[],
  during: (phase: Phase, work: () => Promise<unknown>) => Promise<unknown>,
): Promise<void> {
  const uploads = await Promise.all(
    numbers.map(async (p) => {
      const document = makePdf('As large as allowed', largest - 4096);
      const owner = stage.representative(p);
      const requirement = { key: 'identity', documentKinds: ['passport'] };
      return {
        document,
        owner,
        intent: await openIntent(client, owner, { caseId: idOf(`case ${p}`), requirement, document }),
      };
    }),
  );
  await during('sending', () => Promise.all(uploads.map(({ intent, document }) => putParts(client, intent, document))));
  await during('confirming', () => Promise.all(uploads.map(({ owner, intent }) => confirm(client, owner, intent.id))));
  await during('scanning', () =>
    Promise.all(
      uploads.map(({ owner, intent }) =>
        eventually('a scanned document', async () => {
          const { evidence } = await readIntent(client, owner, intent.id);
          return evidence?.processing === 'available' || undefined;
        }),
      ),
    ),
  );
}
