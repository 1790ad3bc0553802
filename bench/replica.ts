import { join } from 'node:path';
import { freePort } from '../deploy/local/ports.ts';
import type { ServiceName } from '../deploy/local/services.ts';
import type { Environment } from '../deploy/local/settings/settings.ts';
import { Child, type ChildSpec } from '../deploy/local/supervisor/child.ts';
import { serviceSpec } from '../deploy/local/supervisor/start-services.ts';

export type Replica = AsyncDisposable & { url: string; pid: number };

type Options = {
  folder: string;
  environment: Environment;
  port?: number;
  /** Runs the service: `taskset` with its arguments, for example. */
  wrapper?: string[];
};

/** Starts a second process of a service beside the platform's own. */
export async function startReplica(
  name: ServiceName,
  { folder, environment, port, wrapper = [] }: Options,
): Promise<Replica> {
  const ownPort = port ?? (await freePort());
  const spec = serviceSpec(
    name,
    { ...environment, PORT: String(ownPort), LOG_LEVEL: 'info' },
    join(folder, 'replicas'),
  );
  const command = [...wrapper, ...spec.command] as unknown as ChildSpec['command'];
  const url = `http://127.0.0.1:${ownPort}`;
  // `/readyz` would fail where nginx replaces another service.
  const child = await Child.start(
    { ...spec, command, isReady: () => isLive(`${url}/livez`) },
    { stopWithParent: true },
  );
  return { url, pid: child.pid ?? 0, [Symbol.asyncDispose]: () => child.stop() };
}

export async function isLive(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}
