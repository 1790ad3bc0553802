import { startProvisioning } from '@trust/service-admin/provision-streams';
import { openBus } from '@trust/service-kit/bus/bus';
import { readConfig } from '@trust/service-kit/config';
import { waitForShutdown } from '@trust/service-kit/listen';
import { openLog } from '@trust/service-kit/observability/log';
import { z } from 'zod';
import { Streams } from '../compose/step-settings.ts';
import { eventPlan } from '../local/nats/event-plan.ts';
import { provisioner } from '../local/nats/users.ts';
import { serveHealth } from './streams-health.ts';

// Creates lost streams and consumers again until it is stopped. Probes find it at PORT, also while NATS is away.

const config = readConfig(Streams.extend({ PORT: z.coerce.number().int() }));
const log = openLog('streams', 'info');
await using health = await serveHealth(config.PORT);
await using stack = new AsyncDisposableStack();
void watch().catch((err: unknown) => {
  log.error({ err }, 'Streams cannot be watched');
  process.exit(1);
});
await waitForShutdown(10_000);

async function watch(): Promise<void> {
  const { NATS_URL: url, NATS_PROVISIONER_PASSWORD: password, STREAM_REPLICAS: replicas } = config;
  const bus = stack.use(await openBus({ url, password, name: provisioner, log }));
  stack.use(startProvisioning(bus, () => ({ ...eventPlan(), replicas }), { log, onRound: health.completed }));
}
