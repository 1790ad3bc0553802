import { internalSecretHeader } from '@trust/contracts/actor';
import { Client, type Session } from '../../demo/client.ts';
import { newPhoneNumber, signIn } from '../../demo/steps/sign-in.ts';
import { readWorkspace, register } from '../../demo/steps/workspace.ts';
import { ensureTools } from '../../deploy/local/packages/ensure-tools.ts';
import { runningSettings } from '../../deploy/local/settings/running-settings.ts';
import type { Environment, Settings } from '../../deploy/local/settings/settings.ts';
import { type Bench, median, type Report } from '../harness.ts';
import { openPlatform } from '../platform.ts';
import { ownMs } from '../proc.ts';
import { platformMs, postgresMs } from '../processor-time.ts';
import { type Replica, startReplica } from '../replica.ts';
import { type Request, wrk } from '../wrk.ts';
import { startBetterAuth } from './better-auth.ts';
import { startBackend, startProxy } from './nginx.ts';
import { copySession, internalHeaders } from './sessions.ts';

const sessions = 2000;
const seconds = 5;

/** Targets 1 to 3: the gateway against nginx and against the service alone; the session check. */
export const edge: Bench = {
  name: 'edge',
  title: 'Edge: gateway and session check',
  async run(report) {
    const tools = await ensureTools(
      { nginx: { apt: 'nginx-light', unit: 'nginx.service' }, wrk: { apt: 'wrk' }, taskset: { apt: 'util-linux' } },
      (line) => process.stderr.write(`${line}\n`),
    );
    await using opened = new AsyncDisposableStack();
    const { folder, platform } = await openPlatform(opened);
    const settings = runningSettings(folder);
    const client = new Client(platform.url);
    const owner = await signIn(client, newPhoneNumber());
    const { id } = await register(client, owner, 'Under load');
    await readWorkspace(client, owner);
    const world: World = { opened, folder, tools, settings, owner, path: `/api/v1/providers/${id}` };
    await gatewayOverNginx(report, world);
    await gatewayOverService(report, world);
    await sessionCheck(report, world);
  },
};

type World = {
  opened: AsyncDisposableStack;
  folder: string;
  tools: Record<'nginx' | 'wrk' | 'taskset', string>;
  settings: Settings;
  owner: Session;
  path: string;
};

async function gatewayOverNginx(report: Report, world: World): Promise<void> {
  const { opened, folder, tools, settings, path } = world;
  const backend = opened.use(await startBackend(tools.nginx, folder));
  const proxy = opened.use(await startProxy(tools.nginx, folder, backend.url));
  const gateway = await startService(world, 'gateway', { ...unlimited(settings), PROVIDER_URL: backend.url });
  await compare(report, world, {
    number: '1',
    what: 'the gateway with everything on / nginx as the proxy, before a service that answers at once',
    atLeast: 0.2,
    ours: {
      base: gateway.url,
      requests: [{ path, headers: bearer(world.owner) }],
      processorMs: () => ownMs(gateway.pid),
    },
    reference: { base: proxy.url, requests: [{ path, headers: {} }], processorMs: () => ownMs(proxy.pid) },
  });
}

async function gatewayOverService(report: Report, world: World): Promise<void> {
  const { settings, owner, path } = world;
  const gateway = await startService(world, 'gateway', unlimited(settings), { isPinned: false });
  await compare(report, world, {
    number: '2',
    what: 'an authenticated GET through gateway and service / from the service alone',
    atLeast: 0.45,
    ours: {
      base: gateway.url,
      requests: [{ path, headers: bearer(owner) }],
      processorMs: () => platformMs(world.folder) + ownMs(gateway.pid),
    },
    reference: {
      processorMs: () => platformMs(world.folder),
      base: settings.services.gateway.PROVIDER_URL ?? '',
      requests: async () => [{ path, headers: await internalHeaders(world.folder, settings, owner) }],
    },
  });
}

async function sessionCheck(report: Report, world: World): Promise<void> {
  const { settings } = world;
  const identity = await startService(world, 'identity', settings.services.identity);
  const databaseUrl = settings.owners.identity.DATABASE_OWNER_URL;
  const betterAuth = world.opened.use(
    await startBetterAuth({ folder: world.folder, taskset: world.tools.taskset, databaseUrl, sessions }),
  );
  const headers = { [internalSecretHeader]: settings.services.identity.INTERNAL_SECRET ?? '' };
  const hashes = await copySession(databaseUrl, world.owner, sessions);
  await compare(report, world, {
    number: '3',
    what: 'the session check of identity / better-auth 1.7.0 `getSession` over Express, same Postgres',
    atLeast: 7,
    ours: {
      base: identity.url,
      requests: hashes.map((hash) => ({ path: `/internal/sessions/${hash}`, headers })),
      processorMs: () => ownMs(identity.pid) + postgresMs(world.folder),
    },
    reference: {
      base: betterAuth.url,
      processorMs: () => ownMs(betterAuth.pid) + postgresMs(world.folder),
      requests: betterAuth.cookies.map((cookie) => ({ path: '/me', headers: { cookie } })),
    },
  });
}

type Target = { base: string; requests: Request[] | (() => Promise<Request[]>); processorMs: () => number };
type Comparison = { number: string; what: string; atLeast: number; ours: Target; reference: Target };

async function compare(report: Report, { tools, folder }: World, { ours, reference, ...row }: Comparison) {
  const p99s: number[] = [];
  const side =
    ({ base, requests }: Target, note: (p99Ms: number) => void) =>
    async () => {
      const load = await wrk(tools.wrk, base, typeof requests === 'function' ? await requests() : requests, {
        seconds,
        folder,
      });
      note(load.p99Ms);
      return load.requestsPerSecond;
    };
  const warmUp = { ours: side(ours, () => {}), reference: side(reference, () => {}) };
  await warmUp.ours();
  await warmUp.reference();
  await report.ratio({
    ...row,
    unit: 'requests/s',
    ours: side(ours, (p99) => p99s.push(p99)),
    reference: side(reference, () => {}),
    processorMs: ours.processorMs,
    referenceMs: reference.processorMs,
    note: () => `p99 ${median(p99s).toFixed(1)} ms`,
  });
}

/** Starts a replica, on the first processor by default; the load generator has the second. */
async function startService(
  { opened, folder, tools }: World,
  name: 'gateway' | 'identity',
  environment: Environment,
  { isPinned = true } = {},
): Promise<Replica> {
  const wrapper = isPinned ? [tools.taskset, '-c', '0'] : [];
  return opened.use(await startReplica(name, { folder, environment, wrapper }));
}

function unlimited({ services }: Settings): Environment {
  return { ...services.gateway, EDGE_REQUESTS_PER_MINUTE: '1000000000' };
}

function bearer({ accessToken }: Session): Record<string, string> {
  return { authorization: `Bearer ${accessToken}` };
}
