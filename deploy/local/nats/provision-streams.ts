import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { startProvisioning } from '@trust/service-admin/provision-streams';
import { openBus } from '@trust/service-kit/bus/bus';
import { type Log, openLog } from '@trust/service-kit/observability/log';
import { eventPlan } from './event-plan.ts';
import { provisioner } from './users.ts';

/** Resolves when all exist, and restores missing ones until it is disposed of. */
export async function provisionStreams(
  server: { url: string; password?: string },
  log: Log,
  replicas = 1,
): Promise<AsyncDisposable> {
  await using opened = new AsyncDisposableStack();
  const bus = opened.use(await openBus({ ...server, name: provisioner }));
  const provisioning = opened.use(startProvisioning(bus, () => ({ ...eventPlan(), replicas }), { log }));
  await provisioning.complete;
  return opened.move();
}

export function streamsLog(logDir: string): Log {
  return openLog('streams', 'info', createWriteStream(join(logDir, 'streams.log'), { flags: 'a', mode: 0o600 }));
}
