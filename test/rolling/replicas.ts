import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../../demo/client.ts';
import { freePorts } from '../../deploy/local/ports.ts';
import { calledServices, type ServiceName, services } from '../../deploy/local/services.ts';
import { runningSettings } from '../../deploy/local/settings/running-settings.ts';
import type { Environment } from '../../deploy/local/settings/settings.ts';
import { serviceSpec } from '../../deploy/local/supervisor/start-services.ts';
import { stopWithParent } from '../../deploy/local/supervisor/stop-with-parent.ts';
import { startLoadBalancer } from './load-balancer.ts';

type Count = (service: ServiceName) => number;

/** These replicas join the platform's. Uploads must not bypass them: its gateway and evidence have another URL. */
const extra: Count = (service) => (service === 'gateway' || service === 'evidence' ? 2 : 1);

export class Replica {
  readonly service: ServiceName;
  readonly port: number;
  #environment: Environment;
  readonly #logDir: string;
  #process: ChildProcess | undefined;

  constructor(service: ServiceName, environment: Environment, logDir: string) {
    this.service = service;
    this.port = Number(environment.PORT);
    this.#environment = environment;
    this.#logDir = logDir;
  }

  /** From the next start on. Undefined removes a setting. */
  change(settings: Record<string, string | undefined>): void {
    const changed = Object.entries({ ...this.#environment, ...settings });
    this.#environment = Object.fromEntries(changed.filter((one): one is [string, string] => one[1] !== undefined));
  }

  async start(): Promise<void> {
    const spec = serviceSpec(this.service, this.#environment, this.#logDir);
    const [file, ...args] = spec.command;
    const log = openSync(join(this.#logDir, `replica-${this.service}-${this.port}.log`), 'a', 0o600);
    const child = spawn(file, args, { cwd: spec.cwd, env: spec.env, stdio: ['ignore', log, log] });
    closeSync(log);
    const guard = stopWithParent(child.pid ?? 0, 'SIGTERM');
    child.once('exit', () => guard[Symbol.dispose]());
    this.#process = child;
    const isReady = async () => {
      if (child.exitCode !== null) throw new Error(`A replica of ${this.service} exited with ${child.exitCode}.`);
      return (await spec.isReady()) ? true : undefined;
    };
    // Nine processes start beside the platform's.
    await eventually(`replica ${this.port} of ${this.service} is ready`, isReady, 120_000);
  }

  /** The exit code: 1 after the deadline of the shutdown. */
  async stop(): Promise<number | null> {
    const child = this.#process;
    if (!child || child.exitCode !== null) return child?.exitCode ?? null;
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    const [code] = await exit;
    return code;
  }
}

/**
 * A second replica of each service of a running platform, and the gateways that route to both. With `alone` so many of
 * each, and none of the platform's answers.
 */
export async function startReplicas(
  dataDir: string,
  publicUrl: string,
  alone?: Count,
): Promise<AsyncDisposable & { of(service: ServiceName): Replica[] }> {
  const settings = runningSettings(dataDir).services;
  const planned = services.flatMap((service) => Array.from({ length: (alone ?? extra)(service) }, () => service));
  const [identityPort = 0, ...ports] = await freePorts(planned.length + 1);
  const portsOf = (service: ServiceName) => {
    const own = ports.filter((_, index) => planned[index] === service);
    return alone || own.length > 1 ? own : [Number(settings[service].PORT), ...own];
  };
  const urls = calledServices.map((service) => [
    `${service.toUpperCase()}_URL`,
    portsOf(service)
      .map((port) => `http://127.0.0.1:${port}`)
      .join(','),
  ]);
  // Services have one address of identity, as of a Kubernetes service.
  const identityUrl = `http://127.0.0.1:${identityPort}`;
  const common = { PUBLIC_URL: publicUrl, IDENTITY_URL: identityUrl, SHUTDOWN_WAIT_MS: '5000', LOG_LEVEL: 'warn' };
  // All requests come from one address, so the gateways need a higher limit.
  const replicas = planned.map((service, index) => {
    const own = service === 'gateway' ? { ...Object.fromEntries(urls), EDGE_REQUESTS_PER_MINUTE: '100000' } : {};
    // The platform's own gateway knows the secrets of its start only.
    const api = alone && service === 'website' ? { API_URL: publicUrl } : {};
    const environment = { ...settings[service], ...common, ...own, ...api, PORT: String(ports[index]) };
    return new Replica(service, environment, join(dataDir, 'logs'));
  });
  const identity = await startLoadBalancer(identityPort, portsOf('identity'));
  const stop = async () => {
    await Promise.all(replicas.map((replica) => replica.stop()));
    await identity[Symbol.asyncDispose]();
  };
  try {
    // A few at a time: a start takes a second of a processor.
    for (const service of [...services].reverse())
      await Promise.all(replicas.filter((one) => one.service === service).map((one) => one.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  return { of: (service) => replicas.filter((one) => one.service === service), [Symbol.asyncDispose]: stop };
}
