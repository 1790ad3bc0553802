import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { baseApp } from '@trust/service-kit/app';
import { openDb } from '@trust/service-kit/database/db';
import { openLog } from '@trust/service-kit/observability/log';
import type { App } from '../../services/webhooks/src/app.ts';
import type { DB } from '../../services/webhooks/src/db/schema.ts';
import { twilioSender } from '../../services/webhooks/src/sending/senders/twilio-sender.ts';
import { openDispatcher } from '../../services/webhooks/src/sending/worker/delivery-worker.ts';
import { openDurableDatabase } from '../durable-database.ts';
import type { Bench } from '../harness.ts';

const workers = [1, 4, 16];
const count = 400;
/** Time that the carrier takes to answer. */
const carrierMs = 20;

/** Deliveries a second through the outbox to an HTTP carrier on this machine, with durable Postgres. */
export const deliveries: Bench = {
  name: 'deliveries',
  title: 'Deliveries: outbox to an SMS carrier',
  async run(report) {
    await using opened = new AsyncDisposableStack();
    const url = await openDurableDatabase(opened, report, 'webhooks');
    const carrier = opened.use(await startCarrier());
    await report.figures(
      workers.map((number) => ({ number: 'L5', what: `${count} SMS with ${number} workers`, unit: 'deliveries/s' })),
      async () => {
        const rates: number[] = [];
        for (const number of workers) rates.push(await measure(url, carrier.url, number));
        return rates;
      },
    );
  },
};

async function measure(url: string, carrierUrl: string, number: number): Promise<number> {
  await using db = openDb<DB>({ url });
  const to = { channel: 'sms' as const, to: '+32470123456', template: 'invitation' as const };
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const app = {
    ...baseApp(db, { cursorSecret: 'a secret that is only for the benchmark, long enough' }),
    openSealed: async () => ({ ...to, expiresAt }),
    publicUrl: 'http://trust.test',
  } as unknown as App;
  await db.deleteFrom('delivery').where('state', '=', 'queued').execute();
  const now = app.now();
  const rows = Array.from({ length: count }, () => ({
    ...{ id: randomUUID(), event_id: randomUUID(), channel: 'sms', lane: 'sms', template: to.template },
    ...{ sealed: 'sealed', expires_at: expiresAt, next_try_at: now, created_at: now },
  }));
  await db.insertInto('delivery').values(rows).execute();
  const twilio = { accountSid: 'AC', keySid: 'SK', keySecret: 'secret', from: '+3200' };
  const sender = twilioSender({ url: carrierUrl, ...twilio }, app.now);
  const senders = { sms: sender, email: sender, fcm: sender, apns: sender };
  const room = { wake: () => {} };
  const options = { workers: number, onRoom: () => room.wake() };
  const dispatcher = openDispatcher({ app, senders, log: openLog('webhooks', 'silent') }, options);
  const start = performance.now();
  for (let taken = 0; taken < count; ) {
    const { promise, resolve } = Promise.withResolvers<void>();
    room.wake = resolve;
    const dispatched = await dispatcher.dispatch();
    taken += dispatched;
    if (dispatched === 0) await Promise.race([promise, delay(1000, undefined, { ref: false })]);
  }
  await dispatcher.settled();
  const seconds = (performance.now() - start) / 1000;
  const sent = await db.selectFrom('delivery').select('id').where('state', '=', 'sent').execute();
  if (sent.length < count) throw new Error(`Only ${sent.length} of ${count} deliveries were sent.`);
  return count / seconds;
}

async function startCarrier() {
  const server = createServer((request, response) => {
    request.resume();
    const answer = () =>
      response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ sid: randomUUID() }));
    setTimeout(answer, carrierMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
