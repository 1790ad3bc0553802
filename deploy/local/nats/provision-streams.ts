import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { startProvisioning } from '@trust/service-admin/provision-streams';
import { openBus } from '@trust/service-kit/events/bus';
import { type Log, openLog } from '@trust/service-kit/observability/log';
import { eventPlan } from './event-plan.ts';
import { provisioner } from './users.ts';

/**
 * Makes the streams and consumers of the platform, as the one NATS user that may, and makes again what goes missing of them for as long
 * as it is open. Returns once all of it is there.
 */
export async function keepStreams(server: { url: string; password?: string }, log: Log): Promise<AsyncDisposable> {
  await using opened = new AsyncDisposableStack();
  const bus = opened.use(await openBus({ ...server, name: provisioner }));
  const provisioning = opened.use(startProvisioning(bus, eventPlan, { log }));
  await provisioning.complete;
  return opened.move();
}

/** The log of it beside those of the services. */
export function streamsLog(logDir: string): Log {
  return openLog('streams', 'info', createWriteStream(join(logDir, 'streams.log'), { flags: 'a', mode: 0o600 }));
}
