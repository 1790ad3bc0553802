import './end-with-parent.ts';
import { openDb } from '../src/database/db.ts';
import { openBus } from '../src/events/bus.ts';
import { startRelay } from '../src/events/relay.ts';
import { openLog } from '../src/observability/log.ts';

/** `dieAfterAck`: killed after the acknowledgement, before the mark. */
type Settings = { url: string; natsUrl: string; service: string; dieAfterAck?: boolean };

const { url, natsUrl, service, dieAfterAck }: Settings = JSON.parse(process.argv[2] ?? '{}');
const db = openDb({ url, max: 2 });
const bus = await openBus({ url: natsUrl, name: 'relay-child' });
const js = Object.create(bus.js, {
  publish: {
    value: async (...args: Parameters<typeof bus.js.publish>) => {
      const ack = await bus.js.publish(...args);
      if (dieAfterAck) process.kill(process.pid, 'SIGKILL');
      return ack;
    },
  },
});
await startRelay(db, { ...bus, js }, { service, log: openLog('child', 'silent') });
process.stdout.write('ready');
