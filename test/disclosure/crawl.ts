import { type ActorName, actorNames } from '../authorization/actors.ts';
import { readMatrix } from '../authorization/document.ts';
import { operations } from '../authorization/expectation.ts';
import { refusedOfEachKind } from '../authorization/refused.ts';
import { type Request, requestFor } from '../authorization/requests.ts';
import type { World } from '../authorization/world.ts';
import { resetRateLimits } from './canary-requests.ts';
import type { RecordingClient } from './recording-client.ts';

/** Spans and problems do not depend on the actor, so some actors suffice. */
const tracedActors: readonly ActorName[] = ['anonymous', 'owner', 'stranger', 'reviewer', 'triage'];

/** Left out: without a session they equal `anonymous`; supervisor2 equals supervisor. */
const equivalentActors: readonly ActorName[] = ['expired', 'revoked', 'supervisor2'];

export async function crawl(world: World, client: RecordingClient): Promise<void> {
  const others = [...publicRequests(world), ...(await claimRequests(world)), ...(await caseRequests(world))];
  // Traced requests come first, because spans arrive seconds later.
  const order = [...new Set([...tracedActors, ...actorNames])].filter((name) => !equivalentActors.includes(name));
  const rows = readMatrix().rows.map((row) => ({ row, refused: refusedOfEachKind(row, order) }));
  const isSent = ({ row: { cells }, refused }: (typeof rows)[number], name: ActorName) =>
    refused.includes(name) || /^(2xx|allowed)$/.test(cells[actorNames.indexOf(name)] ?? '');
  for (const name of order) {
    const theirs = rows.filter((one) => isSent(one, name));
    const usual = [...theirs.flatMap(({ row }) => requestFor(row.request, world) ?? []), ...others];
    client.traced = tracedActors.includes(name);
    const all = client.traced ? [...usual, ...usual.flatMap(withInvalidQuery)] : usual;
    const as = world.sessions[name];
    const send = ({ method, path, options }: Request) => client.call(method, path, { ...options, as });
    for (let at = 0; at < all.length; at += 12) {
      const batch = all.slice(at, at + 12);
      const seen = client.seen.length;
      const answers = await Promise.all(batch.map(send));
      // A rate limit hides the response. Other services keep their rows, whose keys are searched too.
      const refused = client.seen.slice(seen).filter(({ status }) => status === 429);
      await resetRateLimits(
        world,
        refused.map(({ service }) => service),
      );
      await Promise.all(batch.filter((_, index) => answers[index]?.status === 429).map(send));
    }
  }
}

function withInvalidQuery({ method, path, options }: Request): Request[] {
  const mark = path.includes('?') ? '&' : '?';
  return method === 'GET' ? [{ method, path: `${path}${mark}limit=1000&cursor=none&thereIsNone=1`, options }] : [];
}

function publicRequests({ ours, submittedIntentId, exportId }: World): Request[] {
  const get = (path: string, headers?: Record<string, string>): Request => ({
    method: 'GET',
    path,
    options: headers ? { headers } : {},
  });
  const listing = `/public/providers/${ours.publicProviderId}`;
  return [
    get(listing),
    get(`${listing}/claims`),
    get(`${listing}/claims`, { accept: 'application/jwt' }),
    get(`${listing}/claims/signed`),
    get('/public/providers/search?category=electrician&latitude=65.78&longitude=114.22&radiusKm=50&limit=100'),
    get('/location/places/suggest?q=Par'),
    get(`/provider-workspace/me/upload-intents/${submittedIntentId}`),
    get(`/account/exports/${exportId}`),
  ];
}

async function claimRequests({ ours, platform }: World): Promise<Request[]> {
  const [claim] = await platform.rows<{ claim_id: string; type: string }>(
    'provider',
    `select claim_id, type from claim where provider_id = '${ours.id}' and status = 'active'`,
  );
  const claimId = claim?.claim_id ?? '';
  const post = (path: string, body: unknown): Request => ({ method: 'POST', path, options: { body } });
  const pair = { publicProviderId: ours.publicProviderId, type: claim?.type };
  return [
    post('/public/claims/verify', { claimId }),
    post('/public/claims/verify-batch', { items: [{ claimId }, pair] }),
    { method: 'GET', path: `/public/claims/${claimId}/qr.svg`, options: {} },
  ];
}

/** The matrix reads only the first case, which has no appeal there. */
async function caseRequests({ ours, platform }: World): Promise<Request[]> {
  const decisions = await platform.rows<{ id: string; case_id: string }>(
    'verification',
    'select d.id, d.case_id from decision d join verification_case c on c.id = d.case_id where c.provider_id = $1',
    [ours.id],
  );
  const appeals = await platform.rows<{ id: string; case_id: string }>(
    'verification',
    'select a.id, a.case_id from appeal a join verification_case c on c.id = a.case_id where c.provider_id = $1',
    [ours.id],
  );
  const get = (path: string): Request => ({ method: 'GET', path: `/verification-cases/${path}`, options: {} });
  return [
    ...decisions.flatMap(({ id, case_id }) => [
      get(case_id),
      get(`${case_id}/decisions/${id}`),
      get(`${case_id}/decisions/${id}/receipt`),
    ]),
    ...appeals.flatMap(({ id, case_id }) => [
      get(`${case_id}/appeals`),
      get(`${case_id}/appeals/${id}`),
      get(`${case_id}/appeals/${id}/receipt`),
    ]),
  ];
}

export function operationsWithoutSuccess(
  services: readonly string[],
  seen: readonly { operation: string; status: number }[],
): string[] {
  const answered = new Set(seen.filter(({ status }) => status < 300).map(({ operation }) => operation));
  return operations()
    .filter(({ service, id }) => services.includes(service) && !answered.has(id))
    .map(({ id, method, path }) => `${method} ${path}: ${id}`);
}
