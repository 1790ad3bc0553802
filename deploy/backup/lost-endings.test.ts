import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import contract from '@trust/contracts/openapi.json' with { type: 'json' };
import { systemActions } from '@trust/contracts/system-actions';
import { cloneDatabase } from '@trust/service-testing/stack';
import { expect, inject, test } from 'vitest';
import { databaseUrls } from '../local/postgres/databases.ts';
import { type DatabaseService, serviceDatabases } from '../local/services.ts';
import { endings, endsNothing } from './endings.ts';
import { describeEndings, endingsFile, saveLostEndings } from './lost-endings.ts';
import { withClient } from './server.ts';

const urlOfServer = databaseUrls(inject('stack').superuserUrl);

test('F9 every operation that writes and every system action is known to end something or nothing', () => {
  const writes = Object.values(contract.paths).flatMap((methods) =>
    Object.entries(methods as Record<string, { operationId?: string }>)
      .filter(([method]) => ['put', 'post', 'patch', 'delete'].includes(method))
      .map(([, { operationId = 'has none' }]) => operationId),
  );
  expect([...Object.keys(endings), ...endsNothing].sort()).toEqual([...writes, ...systemActions].sort());
});

const since = '2026-11-22T13:05:00.000Z';
const later = '2026-11-22T14:00:00.000Z';

type Change = {
  service: string;
  action: string;
  at?: string;
  outcome?: string;
  objectId?: string;
  actorId?: string;
  before?: object;
  after?: object;
};

async function auditLogOf(...changes: Change[]) {
  const database = await cloneDatabase('operations');
  const urlOf = () => urlOfServer(database.name);
  for (const { at: occurredAt = later, ...change } of changes) {
    const empty = { outcome: 'done', objectId: randomUUID(), before: {}, after: {} };
    const entry = { ...empty, eventId: randomUUID(), occurredAt, objectType: 'thing', ...change };
    await withClient(urlOf(), (client) =>
      client.query('insert into audit_entry (entry) values ($1)', [JSON.stringify(entry)]),
    );
  }
  return { urlOf, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
}

async function endingsOf(log: { urlOf: () => string }, services = serviceDatabases as readonly DatabaseService[]) {
  const folder = mkdtempSync(join(tmpdir(), 'endings-'));
  await saveLostEndings(log.urlOf, { folder, since, services, report: () => {} });
  return { folder, lines: readFileSync(endingsFile(folder), 'utf8').split('\n').filter(Boolean) };
}

test('F9 lists what ended since the backup, each with who did it and the route or command that repeats it', async () => {
  const actorId = randomUUID();
  await using log = await auditLogOf(
    { service: 'identity', action: 'deleteOperatorRole', before: { role: 'security' } },
    { service: 'identity', action: 'revokeRole', after: { role: 'triage' } },
    { service: 'identity', action: 'deleteOperatorRole', at: '2026-11-22T13:04:00.000Z' },
    { service: 'identity', action: 'deleteOperatorRole', outcome: 'refused' },
    { service: 'identity', action: 'putConsent', after: { granted: false } },
    { service: 'identity', action: 'deletePasskey', actorId },
    { service: 'provider', action: 'endClaimSubject', after: { subjectId: 'one' } },
    { service: 'provider', action: 'transitionProvider', after: { transition: 'close' } },
    { service: 'provider', action: 'transitionProvider', after: { transition: 'publish' } },
    { service: 'operations', action: 'createEmergencyAction', after: { kind: 'withhold_claim' } },
    { service: 'provider', action: 'putAvailability', after: { state: 'available' } },
    { service: 'provider', action: 'putAvailability', after: { state: 'unavailable' } },
    { service: 'verification', action: 'assignVerificationCase', before: { duty: 'decide', assigneeId: null } },
    { service: 'verification', action: 'assignVerificationCase', before: { duty: 'decide', assigneeId: 'one' } },
    { service: 'provider', action: 'patchProfile', after: { fields: 'displayName summary' } },
  );
  const { folder, lines } = await endingsOf(log);
  expect(lines.map((line) => line.replace(/thing [-\w]+/, 'thing id').replace(`${later} `, ''))).toEqual([
    'identity deleteOperatorRole thing id role=security → DELETE /api/v1/operations/operators/{userId}/roles/{role}',
    'identity revokeRole thing id role=triage → npm run operators -- revoke <email or phone> <role>',
    `identity deletePasskey thing id by=${actorId} → DELETE /api/v1/account/passkeys/{passkeyId}`,
    'provider endClaimSubject thing id subjectId=one → POST /api/v1/providers/{providerId}/claim-subjects/{subjectId}/end',
    'provider transitionProvider thing id transition=close → POST /api/v1/providers/{providerId}/transitions',
    'operations createEmergencyAction thing id kind=withhold_claim → POST /api/v1/operations/emergency-actions',
    'provider putAvailability thing id state=unavailable → PUT /api/v1/provider-workspace/me/availability/{categoryKey}',
    'verification assignVerificationCase thing id duty=decide assigneeId=one → POST /api/v1/verification-cases/{caseId}/assign',
    'provider patchProfile thing id fields=displayName summary → PATCH /api/v1/provider-workspace/me/profile',
  ]);
  expect(describeEndings(folder)).toContainEqual(expect.stringMatching(/valid again: 9/));

  const ofProvider = await endingsOf(log, ['provider']);
  expect(ofProvider.lines.map((line) => line.split(' ')[2])).toEqual([
    'endClaimSubject',
    'transitionProvider',
    'putAvailability',
    'patchProfile',
  ]);
  // As after an interrupted restore: the log is now as old as the backup.
  await using replaced = await auditLogOf();
  await saveLostEndings(replaced.urlOf, { folder, since, services: serviceDatabases, report: () => {} });
  expect(readFileSync(endingsFile(folder), 'utf8').split('\n').filter(Boolean)).toEqual(lines);
});

test('F9 M4 lists first the signing keys that were replaced or retired, with the commands that repeat it', async () => {
  const key = { service: 'provider', objectType: 'signing_key' };
  await using log = await auditLogOf(
    { service: 'provider', action: 'putLocation', after: { hasPublicPremises: false } },
    { service: 'identity', action: 'createRoleApproval', after: { decision: 'reject' } },
    { ...key, action: 'rotateSigningKey', objectId: 'two', before: { kid: 'one' }, after: { isImmediate: true } },
    { ...key, action: 'retireSigningKey', objectId: 'one', after: { isCompromised: true } },
    { ...key, action: 'retireSigningKey', objectId: 'zero', after: { isCompromised: false } },
  );
  const { folder, lines } = await endingsOf(log);
  const shown = lines.map((line) =>
    line
      .split(' ')
      .slice(2)
      .join(' ')
      .replace(/thing [-\w]+/, 'thing id'),
  );
  expect(shown).toEqual([
    'rotateSigningKey signing_key two kid=one isImmediate=true → npm run keys -- rotate --now',
    'retireSigningKey signing_key one isCompromised=true → npm run keys -- retire one --compromised',
    'retireSigningKey signing_key zero isCompromised=false → npm run keys -- retire zero',
    'putLocation thing id hasPublicPremises=false → PUT /api/v1/provider-workspace/me/location',
    'createRoleApproval thing id decision=reject → POST /api/v1/operations/role-requests/{roleRequestId}/approvals',
  ]);
  await using more = await auditLogOf({ ...key, action: 'rotateSigningKey', objectId: 'three' });
  await saveLostEndings(more.urlOf, { folder, since, services: serviceDatabases, report: () => {} });
  const all = readFileSync(endingsFile(folder), 'utf8').split('\n').filter(Boolean);
  expect(all.map((line) => line.split(' ')[2]).slice(2, 5)).toEqual([
    'retireSigningKey',
    'rotateSigningKey',
    'putLocation',
  ]);
});

test('F9 says that nobody can know what ended when the newer audit log is gone', async () => {
  await using log = await auditLogOf({ service: 'identity', action: 'revokeRole', at: '2026-11-22T13:04:00.000Z' });
  const { folder } = await endingsOf(log);
  expect(describeEndings(folder).join('\n')).toMatch(/Nobody can know.*Ask the operators/s);
  const lost = await endingsOf({ urlOf: () => urlOfServer('a_database_that_is_gone') });
  expect(describeEndings(lost.folder).join('\n')).toMatch(/Nobody can know/);
  await using quiet = await auditLogOf({ service: 'identity', action: 'logout' });
  expect(describeEndings((await endingsOf(quiet)).folder).join('\n')).toMatch(/Nothing ended since/);
});
