import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { baseEnvironment, repositoryRoot } from '../environment.ts';
import { type ServiceName, services } from '../services.ts';
import type { Environment, Settings } from '../settings/settings.ts';
import { Child, type ChildOptions, type ChildSpec } from './child.ts';
import { httpStatus, schemeOf, serviceLiveness } from './liveness.ts';

export type RunningServices = AsyncDisposable & {
  restart(name: ServiceName): void;
};

export type InspectPorts = Partial<Record<ServiceName, number>>;

type StartOptions = { settings: Settings; logDir: string; inspectPorts?: InspectPorts; childOptions: ChildOptions };

/** When one fails to start, the others are stopped. */
export async function startServices({
  settings,
  logDir,
  inspectPorts = {},
  childOptions,
}: StartOptions): Promise<RunningServices> {
  const failed = new AbortController();
  const signal = childOptions.signal ? AbortSignal.any([childOptions.signal, failed.signal]) : failed.signal;
  const names = services.filter((name) => existsSync(join(repositoryRoot, 'services', name, 'src/main.ts')));
  const starts = names.map(async (name) => {
    const spec = serviceSpec(name, settings.services[name], logDir, { inspectPort: inspectPorts[name] });
    return [name, await Child.start(spec, { ...childOptions, signal })] as const;
  });
  for (const start of starts) start.catch((error) => failed.abort(error));
  const outcomes = await Promise.allSettled(starts);

  const children = new Map(outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])));
  const stop = async () => void (await Promise.all([...children.values()].map((child) => child.stop())));
  if (signal.aborted) {
    await stop();
    throw signal.reason;
  }
  return { restart: (name) => children.get(name)?.restart(), [Symbol.asyncDispose]: stop };
}

export function serviceSpec(
  name: ServiceName,
  environment: Environment,
  logDir: string,
  { inspectPort, root = repositoryRoot }: { inspectPort?: number | undefined; root?: string } = {},
): ChildSpec {
  const readyUrl = `${schemeOf(environment)}://127.0.0.1:${environment.PORT}/readyz`;
  return {
    name,
    command: [
      process.execPath,
      // 3 x 4 MiB instead of 3 x 16 saves memory: eight processes share one small machine.
      '--max-semi-space-size=4',
      ...(inspectPort ? [`--inspect=127.0.0.1:${inspectPort}`] : []),
      `services/${name}/src/main.ts`,
    ],
    cwd: root,
    env: { ...baseEnvironment(), ...environment },
    logFile: join(logDir, `${name}.log`),
    isReady: async () => (await httpStatus(readyUrl, 3_000)) === 200,
    readyWithinMs: 60_000,
    // A breakpoint would fail the checks.
    ...(!inspectPort && { liveness: serviceLiveness(environment) }),
    stopSignal: 'SIGTERM',
    stopWithinMs: 25_000,
  };
}
