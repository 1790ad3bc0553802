import { randomBytes } from 'node:crypto';
import type { Client as Database } from 'pg';
import { Client } from '../../demo/client.ts';
import { operatorSessions } from '../../demo/steps/sign-in.ts';
import { openDatabase } from '../databases.ts';
import { type Platform, startPlatform } from '../platform.ts';
import { copyOf } from './copies.ts';
import { environment, type Filled, rangesOf, superuserUrl } from './fill.ts';
import type { Target } from './requests.ts';
import type { Sample } from './routes.ts';
import { hashOf, type MadeTemplate } from './templates.ts';

export type Side = Target & { size: number; platform: Platform; signIn(): Promise<void> };

/** Callers of each kind, spread over all copies. */
const callers = 200;
const operatorNames = ['supervisor', 'reviewer', 'auditor'] as const;
type Caller = Sample['callers']['published'][number];

/** Starts the platform and opens sessions. Call `signIn` before the operators' sessions expire. */
export async function openSide(opened: AsyncDisposableStack, filled: Filled): Promise<Side> {
  const { folder, size } = filled;
  const platform = opened.use(await startPlatform(folder, environment));
  process.stderr.write(`${size} providers: ready in ${platform.secondsToReady.toFixed(0)} s\n`);
  const session = operatorSessions(new Client(platform.url, undefined, { retryMs: 120_000 }));
  const sample = await sampleOf(filled);
  const signIn = async () => {
    for (const name of operatorNames) sample.operators[name] = (await session(name)).accessToken;
  };
  await signIn();
  return { size, folder, url: platform.url, platform, sample, signIn };
}

async function sampleOf({ folder, templates, size }: Filled): Promise<Sample> {
  await using identity = await openDatabase(superuserUrl(folder, 'identity'));
  await using provider = await openDatabase(superuserUrl(folder, 'provider'));
  await using evidence = await openDatabase(superuserUrl(folder, 'evidence'));
  const found = { published: [], inReview: [], begun: [], customer: [] } as Sample['callers'];
  for (const [template, { from, to }] of rangesOf(templates, size)) {
    const copies = Array.from({ length: callers }, (_, index) => from + Math.floor(((to - from) * index) / callers));
    found[template.kind] = await openSessions(identity.client, template, 'ownerSession', copies);
    if (template.ids.customerSession)
      found.customer = await openSessions(identity.client, template, 'customerSession', copies);
  }
  const ids = found.published.map(({ providerId }) => providerId);
  const publics = await provider.client.query('select public_provider_id as id from provider where id = any($1)', [
    ids,
  ]);
  const places = await provider.client.query(
    `select round(st_y(geog::geometry)::numeric, 3)::float8 as latitude, round(st_x(geog::geometry)::numeric, 3)::float8 as longitude
     from public_listing where provider_id = any($1)`,
    [ids],
  );
  const claims = await provider.client.query('select claim_id as id from claim where provider_id = any($1)', [ids]);
  const { rows } = await evidence.client.query(
    `select r.key, r.document_kinds[1] as "documentKind", r.media_types[1] as "mediaType" from requirement r
     where requirement_version_id = (select requirement_version_id from verification_case where id = $1) order by r.key limit 1`,
    [found.begun[0]?.caseId],
  );
  return {
    callers: found,
    places: places.rows,
    publicIds: publics.rows.map(({ id }) => id),
    claimIds: claims.rows.map(({ id }) => id),
    operators: { supervisor: '', reviewer: '', auditor: '' },
    requirement: rows[0],
  };
}

/** The copies of persons have no address that a code could be sent to, so their access tokens are inserted. */
async function openSessions(
  identity: Database,
  { kind, ids }: MadeTemplate,
  who: 'ownerSession' | 'customerSession',
  copies: number[],
): Promise<Caller[]> {
  const opened: Caller[] = [];
  for (const n of copies) {
    const token = randomBytes(32).toString('base64url');
    const of = (id: string | undefined) => copyOf(id ?? '', `${n}::bigint`);
    const { rows } = await identity.query(
      `with used as (
        update session set created_at = now(), authenticated_at = now(), last_used_at = now(), ends_at = now() + interval '1 day'
        where id = ${of(ids[who])} returning id
      ), opened as (
        insert into access_token (token_hash, session_id, expires_at) select $1, id, now() + interval '1 day' from used
      )
      select ${of(ids.providerId)}::text as "providerId", ${of(ids.caseId)}::text as "caseId" from used`,
      [hashOf(token)],
    );
    if (!rows[0]) throw new Error(`Copy ${n} of ${kind} has no session. Remove the folder, and fill it anew.`);
    opened.push({ token, ...rows[0] });
  }
  return opened;
}
