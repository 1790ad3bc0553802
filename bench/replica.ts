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
  /** A command to run it by. */
  by?: string[];
};

/** A second process of a service beside the platform's own. */
export async function startReplica(name: ServiceName, { folder, environment, port, by }: Options): Promise<Replica> {
  const own = port ?? (await freePort());
  const spec = serviceSpec(name, { ...environment, PORT: String(own), LOG_LEVEL: 'info' }, join(folder, 'replicas'));
  const command = [...(by ?? []), ...spec.command] as unknown as ChildSpec['command'];
  const url = `http://127.0.0.1:${own}`;
  // Not ready where a stand-in answers for a service; that it listens is enough.
  const child = await Child.start(
    { ...spec, command, isReady: () => answers(`${url}/livez`) },
    { stopWithParent: true },
  );
  return { url, pid: child.pid ?? 0, [Symbol.asyncDispose]: () => child.stop() };
}

export async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}
