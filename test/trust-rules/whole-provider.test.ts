import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cloneDatabase } from '@trust/service-testing/stack';
import pg from 'pg';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../../deploy/local/environment.ts';
import { serviceDatabases } from '../../deploy/local/services.ts';

/** Rule: claims say what was checked; nothing says that a provider as a whole is verified. */

const suspicious = /verif|badge|certif|accredit|(is|has)_?trust|trust_?(level|score)|(^|_)(rating|stars)/i;
const outcome = 'the outcome of one case, for one category';

/** Each field of the contract with such a name or such a value, and what it is about. */
const fields: Readonly<Record<string, string>> = {
  'AccountProfile.contactPoints.verified': 'a phone number or address',
  'AccountProfile.contactPoints.verifiedAt': 'a phone number or address',
  'ClaimCard.notVerified': 'what the claims do not say',
  'PublicProvider.services.notVerified': 'what the claims do not say',
  'WorkspaceReadiness.pendingVerification': 'services without a case that has ended',
  'AppealDecisionCreate.caseOutcome': outcome,
  'AppealRecommendationCreate.caseOutcome': outcome,
  'OperatorAppeal.recommendation.caseOutcome': outcome,
  'ClaimCardOfDay.notVerified': 'what the claims do not say',
  'CaseRecommendation.outcome': outcome,
  'DecisionCreate.outcome': outcome,
  'DecisionReceipt.outcome': outcome,
  'OperationsCase.outcome': outcome,
  'PasskeyCreationOptions.authenticatorSelection.userVerification': 'a term of WebAuthn',
  'PasskeyRequestOptions.userVerification': 'a term of WebAuthn',
  'OperatorCase.outcome': outcome,
  'RecommendationCreate.outcome': outcome,
  'VerificationCase.outcome': outcome,
  'VerificationDecision.outcome': outcome,
};
const eventFields: Readonly<Record<string, string>> = {
  'verification.case.opened.v1.outcome': outcome,
  'verification.case.changed.v1.outcome': outcome,
  'verification.case.snapshot.v1.outcome': outcome,
  'verification.decision.recorded.v1.outcome': outcome,
  'verification.decision.snapshot.v1.outcome': outcome,
};
const columns: Readonly<Record<string, string>> = {
  'identity.contact_point.verified_at': 'a phone number or address',
};
const values: Readonly<Record<string, string>> = {
  'operations.triage_case': outcome,
  'verification.case_outcome': outcome,
};

type Schema = { properties?: Record<string, Schema>; description?: string; enum?: unknown[] } & Record<string, unknown>;
const isRecord = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/** `Schema.field` or `event.field` for each field with such a name or such a documented value. */
function suspects(schema: unknown, name: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((one) => suspects(one, name));
  if (!isRecord(schema)) return [];
  const own = Object.entries(schema.properties ?? {}).flatMap(([field, property]) => {
    const said = [
      ...(property.enum ?? []),
      ...[...`${property.description}`.matchAll(/- `(\w+)`/g)].map(([, one]) => one),
    ];
    const isSuspect = suspicious.test(field) || said.includes('verified');
    return [...(isSuspect ? [`${name}.${field}`] : []), ...suspects(property, `${name}.${field}`)];
  });
  const rest = Object.entries(schema).filter(([key]) => key !== 'properties');
  return [...own, ...rest.flatMap(([, part]) => suspects(part, name))];
}

const read = (name: string) => JSON.parse(readFileSync(join(repositoryRoot, `packages/contracts/${name}`), 'utf8'));

test('no field of the contract says that a provider as a whole is verified', () => {
  const { components, paths } = read('openapi.json');
  const found = [
    ...Object.entries(components.schemas).flatMap(([name, schema]) => suspects(schema, name)),
    ...suspects(paths, 'paths'),
  ];
  expect([...new Set(found)].sort()).toEqual(expected(fields).sort());
  const events = Object.entries(read('asyncapi.json').components.messages);
  expect(events.flatMap(([name, message]) => suspects(message, name)).sort()).toEqual(expected(eventFields).sort());
});

const expected = (known: Readonly<Record<string, string>>) => Object.keys(known);

test.each(serviceDatabases)('no row of %s says that a provider as a whole is verified', async (service) => {
  await using database = await cloneDatabase(service);
  const client = new pg.Client({ connectionString: database.owner });
  await client.connect();
  try {
    const { rows: named } = await client.query<{ name: string }>(`
      select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`);
    const { rows: typed } = await client.query<{ name: string }>(`
      select distinct t.typname as name from pg_enum e join pg_type t on t.oid = e.enumtypid where e.enumlabel = 'verified'
      union
      select conrelid::regclass::text from pg_constraint where contype = 'c' and pg_get_constraintdef(oid) ~ '''verified'''`);
    const foundColumns = named.map(({ name }) => name).filter((name) => suspicious.test(name.split('.')[1] ?? ''));
    const of = (known: Readonly<Record<string, string>>) =>
      expected(known).filter((name) => name.startsWith(`${service}.`));
    expect(foundColumns.map((name) => `${service}.${name}`).sort()).toEqual(of(columns));
    expect(typed.map(({ name }) => `${service}.${name}`).sort()).toEqual(of(values));
  } finally {
    await client.end();
  }
});
