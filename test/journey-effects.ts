import type { Published } from '../demo/journey.ts';
import { serviceDatabases } from '../deploy/local/services.ts';
import { runningSettings } from '../deploy/local/settings/running-settings.ts';
import { openVault } from '../services/identity/src/people/vault.ts';
import type { QueryRows } from './settled.ts';

/** Counts what the journey has stored, to find lost and repeated effects. */
export function journeyEffects(rows: QueryRows, dataDir: string) {
  const { SUBJECT_KEY_SECRET: secret = '' } = runningSettings(dataDir).services.identity;
  const indexOf = (identifier: string) =>
    openVault(secret)
      .indexOf(identifier.includes('@') ? 'email' : 'sms', identifier)
      .toString('hex');
  return {
    countsOf: (told: Published) => countsOf(rows, indexOf, told),
    /** Audit entries of each request. */
    entriesOf: (requestIds: string[]) => entriesOf(rows, requestIds),
  };
}

export function expectedCounts(told: Published): Record<string, number> {
  const requirements = told.case.requirements.length;
  return {
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
  };
}

async function countsOf(
  rows: QueryRows,
  indexOf: (identifier: string) => string,
  { owner, provider, case: decided }: Published,
): Promise<Record<string, number>> {
  const count = async (service: (typeof serviceDatabases)[number], from: string, ...values: string[]) =>
    (await rows<{ count: number }>(service, `select count(*)::int as count from ${from}`, values))[0]?.count ?? 0;
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
    cases: await count('verification', 'verification_case where provider_id = $1', id),
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

async function entriesOf(rows: QueryRows, requestIds: string[]): Promise<number[]> {
  const entries = await rows<{ id: string; count: number }>(
    'operations',
    `select entry::jsonb ->> 'requestId' as id, count(*)::int as count from audit_entry
     where entry::jsonb ->> 'requestId' = any($1) group by 1`,
    [requestIds],
  );
  const counts = new Map(entries.map(({ id, count }) => [id, count]));
  return requestIds.map((id) => counts.get(id) ?? 0);
}
