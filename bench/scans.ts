import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from '../demo/client.ts';
import { makePdf } from '../demo/documents.ts';
import { temporaryDataDir } from '../deploy/local/data-dir.ts';
import { type Bench, median } from './harness.ts';
import { startPlatform } from './platform.ts';
import { confirmReady, type Ready, readyDocuments, resultOf } from './ready-documents.ts';

const providers = 8;
// A provider may open 20 uploads an hour.
const documentsEach = 18;
const perSecond = [0.5, 1, 2];
const seconds = 12;
const rounds = 3;

/** How long documents wait for their scan and its result, at several rates of confirmations, each of another provider in turn. */
export const scans: Bench = {
  name: 'scans',
  title: 'Scanning: from the confirmation of a document to its being available',
  rounds,
  async run(report) {
    const folder = temporaryDataDir('trust-bench');
    await using opened = new AsyncDisposableStack();
    opened.defer(() => rmSync(folder, { recursive: true, force: true }));
    const platform = opened.use(await startPlatform(folder, { EDGE_REQUESTS_PER_MINUTE: '1000000000' }));
    const client = new Client(platform.url);
    const ready = await readyDocuments(client, providers, documentsEach, () => makePdf('An ordinary document'));
    await handIn(client, ready.splice(0, 3), 1);
    await report.figures(
      perSecond.flatMap((rate) => [
        { number: 'U4', what: `${rate} documents a second: median`, unit: 'ms', atMost: 1000 },
        { number: 'U4', what: `${rate} documents a second: longest`, unit: 'ms' },
      ]),
      async () => {
        const figures: number[] = [];
        for (const rate of perSecond) {
          const took = await handIn(client, ready.splice(0, rate * seconds), rate);
          figures.push(median(took), Math.max(...took));
        }
        return figures;
      },
    );
  },
};

/** Confirms one after the other at a rate, whether or not the last ones are scanned; returns the milliseconds of each. */
async function handIn(client: Client, documents: Ready[], rate: number): Promise<number[]> {
  const waiting: Promise<number>[] = [];
  for (const one of documents) {
    waiting.push(timeOf(client, one));
    await delay(1000 / rate);
  }
  return Promise.all(waiting);
}

async function timeOf(client: Client, one: Ready): Promise<number> {
  const began = performance.now();
  await confirmReady(client, one);
  const result = await resultOf(client, one);
  if (result !== 'available') throw new Error(`A document is ${result}.`);
  return performance.now() - began;
}
