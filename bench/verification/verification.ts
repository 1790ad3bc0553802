import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openDb } from '@trust/service-kit/database/db';
import pg from 'pg';
import { Client } from '../../demo/client.ts';
import { newPhoneNumber, signIn } from '../../demo/steps/sign-in.ts';
import { register } from '../../demo/steps/workspace.ts';
import { repositoryRoot } from '../../deploy/local/environment.ts';
import { ensurePackages } from '../../deploy/local/packages/ensure-packages.ts';
import { ensureTools } from '../../deploy/local/packages/ensure-tools.ts';
import { runningSettings } from '../../deploy/local/settings/running-settings.ts';
import type { DB } from '../../services/provider/src/db/schema.ts';
import { findPublicProvider } from '../../services/provider/src/directory/public-providers/find-public-provider.ts';
import { listCards, listOfferedServices } from '../../services/provider/src/directory/public-providers/queries.ts';
import { pgbench } from '../evidence/pgbench.ts';
import { recordStatements, withLiterals } from '../evidence/recording.ts';
import { type Bench, median } from '../harness.ts';
import { openPlatform } from '../platform.ts';
import { ownMs } from '../proc.ts';
import { platformMs } from '../processor-time.ts';
import { startReplica } from '../replica.ts';
import { type Request, wrk } from '../wrk.ts';

const seconds = 5;
const connections = 8;
const entries = 10_000;
const pageSize = 50;

/** Claim cards against their statements; batches of 100 claims; the first and last page of a long timeline. */
export const verification: Bench = {
  name: 'verification',
  title: 'Verification: claim cards, batches and the timeline',
  async run(report) {
    const { wrk: tool } = await ensureTools({ wrk: { apt: 'wrk' }, taskset: { apt: 'util-linux' } }, () => {});
    const { postgresBin } = await ensurePackages(() => {});
    await using opened = new AsyncDisposableStack();
    const { folder, platform } = await openPlatform(opened);
    await promisify(execFile)(process.execPath, ['demo/demo.ts'], {
      cwd: repositoryRoot,
      env: { ...process.env, DATA_DIR: folder, GATEWAY_URL: platform.url },
    });
    const settings = runningSettings(folder);
    const environment = { ...settings.services.gateway, EDGE_REQUESTS_PER_MINUTE: '1000000000' };
    const replica = opened.use(await startReplica('gateway', { folder, environment }));
    const gateway = replica.url;
    const processorMs = () => platformMs(folder) + ownMs(replica.pid);
    const load = (requests: Request[]) => wrk(tool, gateway, requests, { seconds, folder, connections });

    // Before the load, which uses up what one address may send.
    const client = new Client(platform.url);
    const owner = await signIn(client, newPhoneNumber());
    const { id } = await register(client, owner, 'With a long timeline');
    await fillTimeline(settings.owners.verification.DATABASE_OWNER_URL, id);

    const providerUrl = settings.owners.provider.DATABASE_OWNER_URL;
    const [published] = await rowsOf<{ id: string; public_id: string }>(
      providerUrl,
      `select id, public_provider_id as public_id from provider where publication = 'published'`,
    );
    if (!published) throw new Error('The example has no published provider.');
    const script = join(folder, 'cards.sql');
    writeFileSync(script, await cardStatements(providerUrl, published));
    const p99s: number[] = [];
    const cards = async () => {
      const { requestsPerSecond, p99Ms } = await load([
        { path: `/api/v1/public/providers/${published.public_id}/claims`, headers: {} },
      ]);
      p99s.push(p99Ms);
      return requestsPerSecond;
    };
    await cards();
    p99s.length = 0;
    await report.ratio({
      number: '',
      what: `claim cards through the gateway, ${connections} connections / their statements by pgbench`,
      unit: 'requests/s',
      ours: cards,
      reference: () =>
        pgbench(postgresBin, providerUrl, { file: script, clients: connections, seconds, variables: {} }),
      note: () => `p99 ${median(p99s).toFixed(1)} ms`,
      processorMs,
    });

    const claims = await rowsOf<{ claim_id: string }>(providerUrl, 'select claim_id from claim');
    const items = Array.from({ length: 100 }, (_, n) => ({ claimId: claims[n % claims.length]?.claim_id }));
    await report.figures(
      [{ number: '', what: 'verifying a batch of 100 claims through the gateway, median', unit: 'ms' }],
      async () => [await medianMs(`${gateway}/api/v1/public/claims/verify-batch`, JSON.stringify({ items }))],
    );

    const path = '/api/v1/provider-workspace/me/verification-timeline';
    const headers = { authorization: `Bearer ${owner.accessToken}` };
    const last = await lastPage(gateway, path, headers);
    const page = (query: string) => async () =>
      (await load([{ path: `${path}?limit=${pageSize}${query}`, headers }])).requestsPerSecond;
    await page('')();
    await report.ratio({
      number: '',
      what: `the last page of a timeline of ${entries} entries / its first page, through the gateway`,
      unit: 'pages/s',
      atLeast: 0.9,
      ours: page(`&cursor=${last}`),
      processorMs,
      reference: page(''),
    });
  },
};

async function rowsOf<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Writes what the route sends as a script of pgbench. */
async function cardStatements(url: string, published: { id: string; public_id: string }): Promise<string> {
  await using db = openDb<DB>({ url, max: 1 });
  const recorded = recordStatements(db.pool);
  const at = new Date();
  await findPublicProvider(db, published.public_id, at);
  const cards = {
    providerId: published.id,
    at,
    now: at,
    isPast: false,
    onlyCurrent: false,
    withHeldBack: false,
    after: undefined,
    limit: 51,
  };
  await listCards(db, cards);
  await listOfferedServices(db, published.id, at);
  return recorded.map((statement) => `${withLiterals(statement)};\n`).join('');
}

async function medianMs(url: string, body: string): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < 10; count++) {
    const start = performance.now();
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`The batch got ${response.status}.`);
    times.push(performance.now() - start);
  }
  return median(times);
}

/** Waits for the event that makes the provider known. */
async function fillTimeline(url: string, providerId: string): Promise<void> {
  for (;;) {
    const known = await rowsOf(url, 'select from provider where id = $1', [providerId]);
    if (known.length > 0) break;
  }
  await rowsOf(
    url,
    `insert into timeline_entry (id, provider_id, case_id, category_key, type, status, at)
     select gen_random_uuid(), $1, c.id, c.category_key, 'evidence_submitted', 'submitted', now() - n * interval '1 minute'
     from (select id, category_key from verification_case limit 1) c, generate_series(1, ${entries}) n`,
    [providerId],
  );
  await rowsOf(url, 'analyze timeline_entry');
}

/** The cursor of the last page. */
async function lastPage(base: string, path: string, headers: Record<string, string>): Promise<string> {
  for (let cursor = ''; ; ) {
    const response = await fetch(`${base}${path}?limit=${pageSize}${cursor && `&cursor=${cursor}`}`, { headers });
    const { nextCursor } = (await response.json()) as { nextCursor: string | null };
    if (nextCursor === null) return cursor;
    cursor = nextCursor;
  }
}
