import { setTimeout as delay } from 'node:timers/promises';
import { Client } from '../../demo/client.ts';
import { makePdf } from '../../demo/documents.ts';
import { type Bench, median } from '../harness.ts';
import { openPlatform } from '../platform.ts';
import { awaitScan, confirmDocument, type UploadedDocument, uploadDocuments } from '../uploaded-documents.ts';

const providers = 8;
// Below the limit of 20 uploads per provider and hour.
const documentsPerProvider = 18;
const perSecond = [0.5, 1, 2];
const seconds = 12;
const rounds = 3;

/** Promise U4: time from confirmation to scan result, at several rates. */
export const scans: Bench = {
  name: 'scans',
  title: 'Scanning: from the confirmation of a document to its being available',
  rounds,
  async run(report) {
    await using opened = new AsyncDisposableStack();
    const { platform } = await openPlatform(opened, { EDGE_REQUESTS_PER_MINUTE: '1000000000' });
    const client = new Client(platform.url, undefined, { retry: { attempts: 1 } });
    const documents = await uploadDocuments(client, providers, documentsPerProvider, () =>
      makePdf('An ordinary document'),
    );
    await confirmAtRate(client, documents.splice(0, 3), 1);
    await report.figures(
      perSecond.flatMap((rate) => [
        { number: 'U4', what: `${rate} documents a second: median`, unit: 'ms', atMost: 1000 },
        { number: 'U4', what: `${rate} documents a second: longest`, unit: 'ms' },
      ]),
      async () => {
        const figures: number[] = [];
        for (const rate of perSecond) {
          const times = await confirmAtRate(client, documents.splice(0, rate * seconds), rate);
          figures.push(median(times), Math.max(...times));
        }
        return figures;
      },
    );
  },
};

/** Confirms documents at a rate per second; returns the milliseconds until each is available. */
async function confirmAtRate(client: Client, documents: UploadedDocument[], rate: number): Promise<number[]> {
  const times: Promise<number>[] = [];
  for (const document of documents) {
    times.push(measureScan(client, document));
    await delay(1000 / rate);
  }
  return Promise.all(times);
}

async function measureScan(client: Client, document: UploadedDocument): Promise<number> {
  const started = performance.now();
  await confirmDocument(client, document);
  const result = await awaitScan(client, document);
  if (result !== 'available') throw new Error(`The document is ${result} instead of available.`);
  return performance.now() - started;
}
