import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Client as Database } from 'pg';
import { Client, type Session } from '../../demo/client.ts';
import { newPhoneNumber, signIn } from '../../demo/steps/sign-in.ts';
import { ensureTools } from '../../deploy/local/packages/ensure-tools.ts';
import { freePort } from '../../deploy/local/ports.ts';
import { runningSettings } from '../../deploy/local/settings/running-settings.ts';
import type { Settings } from '../../deploy/local/settings/settings.ts';
import { eventsApplied, openDatabase } from '../databases.ts';
import type { Report } from '../harness.ts';
import { startPlatform } from '../platform.ts';
import { platformMs } from '../processor-time.ts';
import { type Replica, startReplica } from '../replica.ts';
import { type Request, wrk } from '../wrk.ts';
import { Batches, document, fill, idOf, providerOf, providers, warmUpIntents, writeParts } from './fixtures.ts';
import { pgbench } from './pgbench.ts';
import type { Scripts } from './record.ts';

const clients = 8;
const seconds = 4;
const noLimits = JSON.stringify({ 'upload-session': 10 ** 9, 'evidence-confirm': 10 ** 9 });

type Opened = AsyncDisposable & { gateway: string; evidence: Replica };

/** A platform; `openScanning` starts a second evidence, which scans, and a second gateway before it. */
export type Stage = AsyncDisposable & {
  /** The gateway of the platform itself. */
  url: string;
  settings: Settings;
  openScanning(): Promise<Opened>;
  /** The session of a representative of the provider with this number. */
  representative(p: number): Session;
};

/** The platform's own evidence does not scan: the benchmark creates too many documents. */
export async function openStage(folder: string): Promise<Stage> {
  await using opened = new AsyncDisposableStack();
  const platform = opened.use(await startPlatform(folder, { SCANNER: 'none', EDGE_REQUESTS_PER_MINUTE: '1000000000' }));
  const settings = runningSettings(folder);
  const session = await signIn(new Client(platform.url), newPhoneNumber());
  const tokens = await withDatabase(settings.owners.identity.DATABASE_OWNER_URL, (client) =>
    signInEverybody(client, session),
  );
  await withDatabase(settings.owners.evidence.DATABASE_OWNER_URL, fill);
  const kept = opened.move();
  return {
    url: platform.url,
    settings,
    representative: (p) => ({ ...session, accessToken: tokens[p - 1] ?? '' }),
    async openScanning() {
      await using starting = new AsyncDisposableStack();
      const port = await freePort();
      const gateway = `http://127.0.0.1:${port}`;
      const own = { ...settings.services.evidence, RATE_LIMITS: noLimits, SCANNER: 'eicar-only', PUBLIC_URL: gateway };
      const evidence = starting.use(await startReplica('evidence', { folder, environment: own }));
      const environment = {
        ...settings.services.gateway,
        EDGE_REQUESTS_PER_MINUTE: '1000000000',
        EVIDENCE_URL: evidence.url,
      };
      starting.use(await startReplica('gateway', { folder, environment, port }));
      const started = starting.move();
      return { gateway, evidence, [Symbol.asyncDispose]: () => started.disposeAsync() };
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** Copies a signed-in person for each provider; returns the access tokens. */
async function signInEverybody(client: Database, { accessToken }: Session): Promise<string[]> {
  const tokens = Array.from({ length: providers }, () => randomBytes(32).toString('base64url'));
  const hashOf = (token: string) => createHash('sha256').update(token).digest();
  const named = (what: string) => tokens.map((_, index) => idOf(`${what} ${index + 1}`));
  await client.query(
    `with everybody as (
       select * from unnest($2::bytea[], $3::uuid[], $4::uuid[], $5::uuid[]) as e (hash, person, provider, session)
     ),
     one as (
       select s, p from access_token t join session s on s.id = t.session_id join person p on p.id = s.person_id
       where t.token_hash = $1
     ),
     people as (
       insert into person select (jsonb_populate_record(one.p, jsonb_build_object('id', e.person))).*
       from one, everybody e
     ), sessions as (
       insert into session
       select (jsonb_populate_record(one.s, jsonb_build_object('id', e.session, 'person_id', e.person))).*
       from one, everybody e
     ), assignments as (
       insert into assignment (id, provider_id, user_id, role)
       select gen_random_uuid(), provider, person, 'owner' from everybody
     )
     insert into access_token (token_hash, session_id, expires_at)
     select hash, session, now() + interval '1 hour' from everybody`,
    [hashOf(accessToken), tokens.map(hashOf), named('person'), named('provider'), named('sign-in')],
  );
  return tokens;
}

/** Both requests by 8 clients, including copied bytes. The platform applies the events of both sides. */
export async function measureThroughGateway(
  report: Report,
  stage: Stage,
  { bin, folder, scripts }: { bin: string; folder: string; scripts: Scripts },
): Promise<void> {
  const tools = await ensureTools({ wrk: { apt: 'wrk' }, taskset: { apt: 'util-linux' } }, () => {});
  const url = stage.settings.owners.evidence.DATABASE_OWNER_URL;
  await using database = await openDatabase(url);
  const send = async (requests: Request[]) =>
    (await wrk(tools.wrk, stage.url, requests, { seconds, folder, connections: clients })).requestsPerSecond;
  // The events of one side would otherwise be applied while the other is measured.
  const before = () => eventsApplied((name) => stage.settings.owners[name].DATABASE_OWNER_URL, 1);
  const create = () => send(creations(stage));
  for (let created = 0; created < warmUpIntents; ) created += (await create()) * seconds;
  await report.ratio({
    number: '9',
    what: `creating an intent through the gateway, ${clients} clients / the recorded statements by pgbench`,
    unit: 'tx/s',
    atLeast: 0.35,
    ours: create,
    before,
    reference: () => pgbench(bin, url, { file: scripts.create, clients, seconds, variables: { providers } }),
    processorMs: () => platformMs(folder),
  });

  const batches = new Batches(database.client, 'through the gateway');
  await report.ratio({
    number: '9',
    what: `confirming 64 KiB through the gateway, ${clients} clients, bytes read, hashed and copied / the recorded statements by pgbench, without bytes`,
    unit: 'tx/s',
    ours: async () => {
      const batch = await batches.next(3000);
      await writeParts(join(folder, 'evidence'), batch);
      return send(
        Array.from({ length: batch.count }, (_, n) => ({
          path: `/api/v1/provider-workspace/me/upload-intents/${idOf(`${batch.name} intent ${n}`)}/confirm`,
          headers: headersOf(stage, providerOf(n)),
          body: '',
        })),
      );
    },
    reference: async () => {
      const { name, requirement } = await batches.next(10_000);
      const variables = { providers, batch: name, requirement };
      return pgbench(bin, url, { file: scripts.confirm, clients, seconds, variables });
    },
    before,
  });
}

/** Ordered so that concurrent requests are of different providers. */
export function creations(stage: Stage): Request[] {
  return Array.from({ length: providers }, (_, index) => ({
    path: '/api/v1/provider-workspace/me/upload-intents',
    headers: { ...headersOf(stage, index + 1), 'content-type': 'application/json' },
    body: JSON.stringify({
      clientIntentKey: '{n}',
      caseId: idOf(`case ${index + 1}`),
      requirementKey: 'identity',
      documentKind: 'passport',
      mediaType: 'application/pdf',
      sizeBytes: document.bytes.length,
      sha256: document.sha256.toString('hex'),
      label: 'Front page',
    }),
  }));
}

function headersOf(stage: Stage, p: number): Record<string, string> {
  return { authorization: `Bearer ${stage.representative(p).accessToken}` };
}

async function withDatabase<T>(connectionString: string, work: (client: Database) => Promise<T>): Promise<T> {
  await using database = await openDatabase(connectionString);
  return await work(database.client);
}
