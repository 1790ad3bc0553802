import './end-with-parent.ts';
import { openBus } from '@trust/service-kit/bus/bus';
import type { Database } from '../src/database/db.ts';
import { startConsumers } from '../src/inbox/consume.ts';
import { consumerPlansOf, durablesOf } from '../src/inbox/durables.ts';
import type { ConsumerSettings } from '../src/inbox/pull-consumer.ts';
import { openLog } from '../src/observability/log.ts';
import { eventsOf, on, subscriptionsOf, type Tables } from './events.ts';
import { type DeathAt, die, MortalDatabase } from './mortal-database.ts';

type Settings = {
  url: string;
  natsUrl: string;
  publisher: string;
  settings: Partial<ConsumerSettings>;
  dieAt?: DeathAt;
  exitFor?: number;
};

const { url, natsUrl, publisher, settings, dieAt, exitFor }: Settings = JSON.parse(process.argv[2] ?? '{}');

const db: Database<Tables> = new MortalDatabase({ url, max: 2 }, dieAt);
const bus = await openBus({ url: natsUrl, name: 'consumer-child' });
const events = eventsOf(publisher);
const subscriptions = subscriptionsOf(events).map(({ type, handle }) =>
  on(type, async (payload, { trx, event }, app) => {
    if ((payload as { value: number }).value === exitFor) process.exit(1);
    await handle([{ payload, event }], { trx }, app);
  }),
);
const reader = `${publisher}-reader`;
await startConsumers({
  service: reader,
  subscriptions,
  app: { db },
  db,
  bus,
  log: openLog('child', 'silent'),
  settings,
});
process.stdout.write('ready');
const durables = consumerPlansOf(reader, subscriptions).flatMap((reading) => durablesOf(bus, reading));
while (dieAt === 'after-ack') {
  for (const { stream, name } of durables) {
    const info = await bus.jsm.consumers.info(stream, name).catch(() => undefined);
    if (info && info.ack_floor.stream_seq > 0) die();
  }
}
