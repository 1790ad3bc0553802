import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  actorAssertionAudience,
  actorAssertionHeader,
  actorAssertionIssuer,
  internalSecretHeader,
} from '@trust/contracts/actor';
import { importJWK, SignJWT } from 'jose';
import pg from 'pg';
import { Client, type Session } from '../demo/client.ts';
import { newPhoneNumber, signIn } from '../demo/steps/sign-in.ts';
import { readWorkspace, register } from '../demo/steps/workspace.ts';
import { temporaryDataDir } from '../deploy/local/data-dir.ts';
import { baseEnvironment } from '../deploy/local/environment.ts';
import { ensureTools } from '../deploy/local/packages/ensure-tools.ts';
import { freePort } from '../deploy/local/ports.ts';
import { runningSettings } from '../deploy/local/settings/running-settings.ts';
import { loadSecrets } from '../deploy/local/settings/secrets.ts';
import type { Environment, Settings } from '../deploy/local/settings/settings.ts';
import { Child } from '../deploy/local/supervisor/child.ts';
import { type Bench, median, type Report } from './harness.ts';
import { startBackend, startProxy } from './nginx.ts';
import { startPlatform } from './platform.ts';
import { answers, startReplica } from './replica.ts';
import { type Ask, wrk } from './wrk.ts';

const sessions = 2000;
const seconds = 5;
const reference = join(import.meta.dirname, 'better-auth');

/** Targets 1 to 3: what the gateway costs over nginx, what it costs over the service alone, what a session check costs. */
export const edge: Bench = {
  name: 'edge',
  title: 'Edge: gateway and session check',
  async run(report) {
    const tools = await ensureTools(
      { nginx: { apt: 'nginx-light', unit: 'nginx.service' }, wrk: { apt: 'wrk' }, taskset: { apt: 'util-linux' } },
      (line) => process.stderr.write(`${line}\n`),
    );
    const folder = temporaryDataDir('trust-bench');
    await using opened = new AsyncDisposableStack();
    opened.defer(() => rmSync(folder, { recursive: true, force: true }));
    const platform = opened.use(await startPlatform(folder));
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
  const gateway = await startOne(world, 'gateway', { ...unlimited(settings), PROVIDER_URL: backend.url });
  await compare(report, world, {
    number: '1',
    what: 'the gateway with everything on / nginx as the proxy, before a service that answers at once',
    atLeast: 0.2,
    ours: { base: gateway, asks: [{ path, headers: bearer(world.owner) }] },
    reference: { base: proxy.url, asks: [{ path, headers: {} }] },
  });
}

async function gatewayOverService(report: Report, world: World): Promise<void> {
  const { settings, owner, path } = world;
  const gateway = await startOne(world, 'gateway', unlimited(settings), { onFirstProcessor: false });
  await compare(report, world, {
    number: '2',
    what: 'an authenticated GET through gateway and service / from the service alone',
    atLeast: 0.45,
    ours: { base: gateway, asks: [{ path, headers: bearer(owner) }] },
    reference: {
      base: settings.services.gateway.PROVIDER_URL ?? '',
      asks: async () => {
        const proof = { [internalSecretHeader]: settings.services.provider.INTERNAL_SECRET ?? '' };
        return [{ path, headers: { ...proof, [actorAssertionHeader]: await assertionFor(world) } }];
      },
    },
  });
}

async function sessionCheck(report: Report, world: World): Promise<void> {
  const { settings } = world;
  const identity = await startOne(world, 'identity', settings.services.identity);
  const betterAuth = await startBetterAuth(world);
  const headers = { [internalSecretHeader]: settings.services.identity.INTERNAL_SECRET ?? '' };
  const hashes = await copySession(settings.owners.identity.DATABASE_OWNER_URL, world.owner);
  await compare(report, world, {
    number: '3',
    what: 'the session check of identity / better-auth 1.7.0 `getSession` over Express, same Postgres',
    atLeast: 7,
    ours: { base: identity, asks: hashes.map((hash) => ({ path: `/internal/sessions/${hash}`, headers })) },
    reference: {
      base: betterAuth.url,
      asks: betterAuth.cookies.map((cookie) => ({ path: '/me', headers: { cookie } })),
    },
  });
}

type Target = { base: string; asks: Ask[] | (() => Promise<Ask[]>) };
type Comparison = { number: string; what: string; atLeast: number; ours: Target; reference: Target };

async function compare(report: Report, { tools, folder }: World, { ours, reference, ...row }: Comparison) {
  const p99s: number[] = [];
  const side =
    ({ base, asks }: Target, note: (p99Ms: number) => void) =>
    async () => {
      const load = await wrk(tools.wrk, base, typeof asks === 'function' ? await asks() : asks, { seconds, folder });
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
    note: () => `p99 ${median(p99s).toFixed(1)} ms`,
  });
}

/** It and the rest of the machine have a processor each. */
async function startOne(
  { opened, folder, tools }: World,
  name: 'gateway' | 'identity',
  environment: Environment,
  { onFirstProcessor = true } = {},
): Promise<string> {
  const by = onFirstProcessor ? [tools.taskset, '-c', '0'] : [];
  return opened.use(await startReplica(name, { folder, environment, by })).url;
}

async function startBetterAuth({
  opened,
  folder,
  tools,
  settings,
}: World): Promise<{ url: string; cookies: string[] }> {
  if (!existsSync(join(reference, 'node_modules'))) execFileSync('npm', ['ci'], { cwd: reference, stdio: 'inherit' });
  const owner = settings.owners.identity.DATABASE_OWNER_URL;
  await withClient(owner, (client) => client.query('create schema better_auth'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const cookiesFile = join(folder, 'cookies.json');
  const child = await Child.start(
    {
      name: 'better-auth',
      command: [tools.taskset, '-c', '0', process.execPath, 'server.ts'],
      cwd: reference,
      env: {
        ...baseEnvironment(),
        NODE_ENV: 'production',
        PORT: String(port),
        DATABASE_URL: `${owner}?options=-c%20search_path%3Dbetter_auth`,
        COOKIES_FILE: cookiesFile,
        SESSIONS: String(sessions),
      },
      logFile: join(folder, 'better-auth.log'),
      isReady: () => answers(`${url}/livez`),
      readyWithinMs: 60_000,
      stopSignal: 'SIGTERM',
      stopWithinMs: 5000,
    },
    { stopWithParent: true },
  );
  opened.use(child);
  return { url, cookies: JSON.parse(readFileSync(cookiesFile, 'utf8')) };
}

/** Two thousand more sessions like the given one; the hashes of their access tokens, in hex. */
async function copySession(databaseUrl: string, { accessToken }: Session): Promise<string[]> {
  const original = createHash('sha256').update(accessToken).digest();
  const hashes = Array.from({ length: sessions }, () => randomBytes(32));
  await withClient(databaseUrl, (client) =>
    client.query(
      `with copies as (select gen_random_uuid() as id, hash from unnest($2::bytea[]) as hash),
       sessions as (
         insert into session select (jsonb_populate_record(s, jsonb_build_object('id', c.id))).*
         from copies c, access_token t join session s on s.id = t.session_id where t.token_hash = $1
       )
       insert into access_token (token_hash, session_id, expires_at) select hash, id, now() + interval '1 hour' from copies`,
      [original, hashes],
    ),
  );
  return hashes.map((hash) => hash.toString('hex'));
}

async function assertionFor({ folder, owner, settings }: World): Promise<string> {
  const { assertionKey } = loadSecrets(folder);
  const hash = createHash('sha256').update(owner.accessToken).digest();
  return withClient(settings.owners.identity.DATABASE_OWNER_URL, async (client) => {
    const { rows } = await client.query(
      `select s.person_id as "userId", s.id as "sessionId",
         (select jsonb_agg(jsonb_build_object('assignmentId', a.id, 'providerId', a.provider_id, 'role', a.role))
          from assignment a where a.user_id = s.person_id) as assignments
       from access_token t join session s on s.id = t.session_id where t.token_hash = $1`,
      [hash],
    );
    return new SignJWT({ ...rows[0], authenticatedAt: 0, permissions: [] })
      .setProtectedHeader({ alg: 'EdDSA', kid: assertionKey.kid })
      .setIssuer(actorAssertionIssuer)
      .setAudience(actorAssertionAudience)
      .setIssuedAt()
      .setExpirationTime('60s')
      .sign(await importJWK(assertionKey, 'EdDSA'));
  });
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return work(client).finally(() => client.end());
}

function unlimited({ services }: Settings): Environment {
  return { ...services.gateway, EDGE_REQUESTS_PER_MINUTE: '1000000000' };
}

function bearer({ accessToken }: Session): Record<string, string> {
  return { authorization: `Bearer ${accessToken}` };
}
