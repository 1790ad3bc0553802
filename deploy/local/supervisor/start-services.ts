import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { baseEnvironment, repositoryRoot } from '../environment.ts';
import { type ServiceName, services } from '../services.ts';
import type { Environment, Settings } from '../settings/settings.ts';
import { Child, type ChildOptions, type ChildSpec } from './child.ts';
import { httpStatus, livenessOf } from './liveness.ts';

export function existingServices(): ServiceName[] {
  return services.filter((name) => existsSync(join(repositoryRoot, 'services', name, 'src/main.ts')));
}

/** All services as processes of their own, ready. Disposing stops them together; when one fails to start, the others go too. */
export async function startServices(
  names: ServiceName[],
  settings: Settings,
  logDir: string,
  life: ChildOptions,
): Promise<AsyncDisposable> {
  const failed = new AbortController();
  const signal = life.signal ? AbortSignal.any([life.signal, failed.signal]) : failed.signal;
  const starts = names.map((name) => startService(name, settings.services[name], logDir, { ...life, signal }));
  for (const start of starts) start.catch((error) => failed.abort(error));
  const outcomes = await Promise.allSettled(starts);

  const children = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const stop = async () => void (await Promise.all(children.map((child) => child.stop())));
  if (signal.aborted) {
    await stop();
    throw signal.reason;
  }
  return { [Symbol.asyncDispose]: stop };
}

function startService(name: ServiceName, environment: Environment, logDir: string, life: ChildOptions): Promise<Child> {
  return Child.start(serviceSpec(name, environment, logDir), life);
}

/** How one service is run: from here, and from whatever needs another replica of it. */
export function serviceSpec(name: ServiceName, environment: Environment, logDir: string): ChildSpec {
  return {
    name,
    // A young generation of 3 x 4 MiB instead of 3 x 16 is enough here, and seven processes share one small machine.
    command: [process.execPath, '--max-semi-space-size=4', `services/${name}/src/main.ts`],
    cwd: repositoryRoot,
    env: { ...baseEnvironment(), ...environment },
    logFile: join(logDir, `${name}.log`),
    isReady: async () => (await httpStatus(`http://127.0.0.1:${environment.PORT}/readyz`, 3_000)) === 200,
    readyWithinMs: 60_000,
    liveness: livenessOf(environment.PORT ?? ''),
    stopSignal: 'SIGTERM',
    stopWithinMs: 25_000,
  };
}
