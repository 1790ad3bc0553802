import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, eventually } from '../../demo/client.ts';
import { makePdf } from '../../demo/documents.ts';
import { confirm, type Intent, openIntent, putParts, readIntent } from '../../demo/steps/evidence.ts';
import type { Report } from '../harness.ts';
import { idOf } from './tables.ts';
import type { Stage } from './through-gateway.ts';

const largest = 15 * 1024 * 1024;
const atOnce = 4;
const sampleMs = 20;

/** What evidence takes more than at rest while the largest documents that there can be are sent, confirmed and scanned, several at once. */
export async function measureMemory(report: Report, stage: Stage): Promise<void> {
  // What a process has made of its sources it keeps for the next one when it ends; the first is larger for it.
  await (await stage.open('eicar-only'))[Symbol.asyncDispose]();
  await using running = await stage.open('eicar-only');
  const { pid } = running.evidence;
  const client = new Client(running.gateway);
  // What is loaded for the first document stays.
  await handIn(client, stage, [1], (_phase, work) => work());
  await delay(3000);
  const rest = residentSet(pid);
  const figure = (what: string) => ({ number: '14', what, unit: 'MiB' });
  const flat = (what: string) => ({ ...figure(what), atMost: 2 * 15 });
  await report.figures(
    [
      flat(`evidence over its ${Math.round(rest)} MiB at rest, while ${atOnce} documents of 15 MiB are sent at once`),
      flat('the same, while they are confirmed: read, hashed and copied'),
      flat('the same, while they are scanned and opened'),
      figure('the process of its own that opens one of them'),
    ],
    async () => {
      const peaks = { sending: 0, confirming: 0, scanning: 0 };
      let opening = 0;
      await handIn(client, stage, [2, 3, 4, 5], async (phase, work) => {
        const ended = new AbortController();
        const sampling = (async () => {
          while (!ended.signal.aborted) {
            peaks[phase] = Math.max(peaks[phase], residentSet(pid) - rest);
            opening = Math.max(opening, ...childrenOf(pid).map(residentSet));
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

/** One document for each of these providers, all at once: sent, then confirmed, then waited for until each can be reviewed. */
async function handIn(
  client: Client,
  stage: Stage,
  numbers: number[],
  during: (phase: Phase, work: () => Promise<unknown>) => Promise<unknown>,
): Promise<void> {
  const uploads = await Promise.all(
    numbers.map(async (p) => {
      const document = makePdf('As large as can be', largest - 4096);
      const owner = stage.representative(p);
      const requirement = { key: 'identity', documentKinds: ['passport'] } as never;
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
          const { body } = await readIntent(client, owner, intent.id);
          return (body as Intent).evidence?.processing === 'available' || undefined;
        }),
      ),
    ),
  );
}

/** In MiB; 0 of a process that is gone. */
function residentSet(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readIfThere(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;
}

function childrenOf(pid: number): number[] {
  return readIfThere(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
