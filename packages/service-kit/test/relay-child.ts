import './end-with-parent.ts';
import { openBus } from '@trust/service-kit/bus/bus';
import { openDb } from '../src/database/db.ts';
import { openLog } from '../src/observability/log.ts';
import { startRelay } from '../src/outbox/relay.ts';

/** `dieAfterAck`: killed after the acknowledgement, before the mark. */
type Settings = { url: string; natsUrl: string; service: string; dieAfterAck?: boolean };

const { url, natsUrl, service, dieAfterAck }: Settings = JSON.parse(process.argv[2] ?? '{}');
const db = openDb({ url, max: 2 });
const bus = await openBus({ url: natsUrl, name: 'relay-child' });
const publish: typeof bus.publish = async (...message) => {
  const ack = await bus.publish(...message);
  if (dieAfterAck) process.kill(process.pid, 'SIGKILL');
  return ack;
};
await startRelay(db, { ...bus, publish }, { service, log: openLog('child', 'silent') });
process.stdout.write('ready');
