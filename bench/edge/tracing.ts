import { join } from 'node:path';
import { Client, type Session } from '../../demo/client.ts';
import { newPhoneNumber, signIn } from '../../demo/steps/sign-in.ts';
import { readWorkspace, register } from '../../demo/steps/workspace.ts';
import { runningSettings } from '../../deploy/local/settings/running-settings.ts';
import type { Environment, Settings } from '../../deploy/local/settings/settings.ts';
import { receiverUrl, startTelemetryReceiver } from '../../deploy/local/telemetry/telemetry.ts';
import type { Bench } from '../harness.ts';
import { openPlatform } from '../platform.ts';
import { ownMs } from '../proc.ts';
import { type Replica, startReplica } from '../replica.ts';

const requestsPerRound = 4000;
const clients = 4;
/** V8 compiles until then, and a request takes up to twice the time. */
const warmUpRequests = 8000;

/** CPU time of gateway and service per request, with and without traces. */
export const tracing: Bench = {
  name: 'tracing',
  title: 'Cost of tracing',
  async run(report) {
    await using opened = new AsyncDisposableStack();
    const { folder, platform } = await openPlatform(opened);
    const receiver = opened.use(
      await startTelemetryReceiver({ dataDir: join(folder, 'spans'), logFile: join(folder, 'receiver.log') }),
    );
    const settings = runningSettings(folder);
    const owner = await signIn(new Client(platform.url), newPhoneNumber());
    const { id } = await register(new Client(platform.url), owner, 'Under load');
    await readWorkspace(new Client(platform.url), owner);

    const sampled = (ratio: string): Environment => ({
      OTEL_EXPORTER_OTLP_ENDPOINT: receiverUrl(receiver.port),
      OTEL_TRACES_SAMPLER_ARG: ratio,
    });
    const measure = async (environment: Environment) => {
      const pair = await startPair(opened, { folder, settings, environment });
      const run = cpuPerRequest(pair, { path: `/api/v1/providers/${id}`, owner });
      await run(warmUpRequests);
      return () => run(requestsPerRound);
    };
    const variants: [string, Environment][] = [
      ['metrics only, no traces', sampled('0')],
      ['1 % of the requests', sampled('0.01')],
      ['every request', sampled('1')],
    ];
    // A reference for each: processes become faster for minutes, so both sides need the same age.
    for (const [what, environment] of variants)
      await report.ratio({
        number: '–',
        what: `an authenticated GET with ${what} / without an exporter, CPU of gateway and service`,
        unit: 'ms',
        ours: await measure(environment),
        reference: await measure({}),
      });
  },
};

type Pair = { gateway: Replica; provider: Replica };

/** Limits per address and person would otherwise end the measurement. */
async function startPair(
  opened: AsyncDisposableStack,
  { folder, settings, environment }: { folder: string; settings: Settings; environment: Environment },
): Promise<Pair> {
  const provider = await startReplica('provider', {
    folder,
    environment: { ...settings.services.provider, ...environment },
  });
  opened.use(provider);
  const unlimited = { EDGE_REQUESTS_PER_MINUTE: '100000000', PROVIDER_URL: provider.url };
  const gateway = await startReplica('gateway', {
    folder,
    environment: { ...settings.services.gateway, ...environment, ...unlimited },
  });
  opened.use(gateway);
  return { gateway, provider };
}

/** Milliseconds of user and system time. */
function cpuPerRequest({ gateway, provider }: Pair, { path, owner }: { path: string; owner: Session }) {
  const headers = { authorization: `Bearer ${owner.accessToken}` };
  return async (count: number): Promise<number> => {
    const cpuMs = () => [gateway, provider].reduce((sum, { pid }) => sum + ownMs(pid), 0);
    const before = cpuMs();
    let left = count;
    const client = async () => {
      while (left-- > 0) {
        const response = await fetch(gateway.url + path, { headers });
        await response.arrayBuffer();
        if (!response.ok) throw new Error(`GET ${path} answered with ${response.status}.`);
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
    return (cpuMs() - before) / count;
  };
}
