import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallRecord, Client } from '../demo/client.ts';
import { verifyAudit } from '../demo/steps/proof.ts';
import { operatorSessions } from '../demo/steps/sign-in.ts';
import { type Published, playStory, type Stage } from '../demo/story.ts';
import { serviceDatabases } from '../deploy/local/services.ts';
import { runningSettings } from '../deploy/local/settings/running-settings.ts';
import { openVault } from '../services/identity/src/subject-keys/vault.ts';
import { type PartName, type Platform, startPlatform } from './platform.ts';

const casualties: Record<number, PartName> = {
  1: 'webhooks',
  2: 'provider',
  3: 'identity',
  4: 'nats-server',
  5: 'verification',
  6: 'evidence',
  7: 'postgres',
  8: 'operations',
  9: 'gateway',
};

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform();
}, 120_000);
afterAll(() => platform?.[Symbol.asyncDispose]());

/** Kills after the first response of each step, while its consequences are being processed. */
function stageWithCasualties(): { stage: Stage; seen: CallRecord[]; killed: PartName[] } {
  const seen: CallRecord[] = [];
  const killed: PartName[] = [];
  let next: PartName | undefined;
  const client = new Client(
    platform.url,
    (request) => {
      seen.push(request);
      if (!next) return;
      platform.kill(next);
      killed.push(next);
      next = undefined;
    },
    { retryMs: 30_000 },
  );
  const stage: Stage = {
    client,
    operator: operatorSessions(client),
    step(number, _title, play) {
      next = casualties[number];
      return play();
    },
    note: () => {},
  };
  return { stage, seen, killed };
}

test('F1 F2 F3 the story loses and repeats nothing while every service, NATS and Postgres are killed', async () => {
  const { stage, seen, killed } = stageWithCasualties();
  const told = await playStory(stage);
  expect(killed).toEqual(Object.values(casualties));

  await platform.settled();
  const requirements = told.case.requirements.length;
  expect(await countsOf(told)).toEqual({
    people: 1,
    assignments: 1,
    providers: 1,
    representatives: 1,
    selections: 1,
    published: 1,
    projectedClaims: requirements,
    intents: requirements,
    evidenceVersions: requirements,
    cases: 1,
    casesEvidence: requirements,
    checks: requirements,
    recommendations: 1,
    decisions: 1,
    claims: requirements,
    triageItems: 1,
    parked: 0,
  });
  const posts = seen.filter(({ method, status, path }) => method === 'POST' && status < 300 && path.startsWith('/'));
  const requestIds = posts.map(({ requestId }) => requestId);
  expect(await verifyAudit(platform.dataDir, requestIds)).toMatch(/chain holds/);
  expect(await entriesOf(requestIds)).toEqual(requestIds.map(() => 1));
}, 180_000);

function indexOf(identifier: string): string {
  const { SUBJECT_KEY_SECRET: secret = '' } = runningSettings(platform.dataDir).services.identity;
  return openVault(secret)
    .indexOf(identifier.includes('@') ? 'email' : 'sms', identifier)
    .toString('hex');
}

async function countsOf({ owner, provider, case: decided }: Published): Promise<Record<string, number>> {
  const count = async (service: (typeof serviceDatabases)[number], from: string, ...values: string[]) =>
    (await platform.rows<{ count: number }>(service, `select count(*)::int as count from ${from}`, values))[0]?.count ??
    0;
  const parked = await Promise.all(serviceDatabases.map((service) => count(service, 'dead_letter')));
  const { id } = provider;
  return {
    people: await count(
      'identity',
      `contact_point where identifier_index = decode($1, 'hex')`,
      indexOf(owner.identifier),
    ),
    assignments: await count('identity', 'assignment where provider_id = $1', id),
    providers: await count('provider', 'provider where id = $1 or display_name = $2', id, provider.displayName),
    representatives: await count('provider', 'representative where provider_id = $1', id),
    selections: await count('provider', 'service_selection where provider_id = $1', id),
    published: await count('provider', `provider where id = $1 and publication = 'published'`, id),
    projectedClaims: await count('provider', `claim where provider_id = $1 and status = 'active'`, id),
    intents: await count('evidence', `upload_intent where provider_id = $1 and state = 'submitted'`, id),
    evidenceVersions: await count(
      'evidence',
      `evidence_version v join evidence_item i on i.id = v.evidence_id where i.provider_id = $1`,
      id,
    ),
    cases: await count('verification', `verification_case where provider_id = $1 and state = 'decided'`, id),
    casesEvidence: await count(
      'verification',
      `evidence_version where case_id = $1 and state = 'available'`,
      decided.id,
    ),
    checks: await count('verification', 'case_check where case_id = $1', decided.id),
    recommendations: await count('verification', 'recommendation where case_id = $1', decided.id),
    decisions: await count('verification', 'decision where case_id = $1', decided.id),
    claims: await count('verification', `claim where provider_id = $1 and state = 'active'`, id),
    triageItems: await count('operations', `triage_case where provider_id = $1 and state = 'decided'`, id),
    parked: parked.reduce((sum, one) => sum + one, 0),
  };
}

async function entriesOf(requestIds: string[]): Promise<number[]> {
  const rows = await platform.rows<{ id: string; count: number }>(
    'operations',
    `select entry::jsonb ->> 'requestId' as id, count(*)::int as count from audit_entry
     where entry::jsonb ->> 'requestId' = any($1) group by 1`,
    [requestIds],
  );
  const counts = new Map(rows.map(({ id, count }) => [id, count]));
  return requestIds.map((id) => counts.get(id) ?? 0);
}
