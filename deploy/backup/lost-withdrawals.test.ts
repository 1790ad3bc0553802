import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { policies } from '@trust/contracts/policies';
import { runCommand } from '@trust/service-testing/command';
import { cloneDatabase } from '@trust/service-testing/stack';
import { expect, inject, test } from 'vitest';
import { member, startIdentity } from '../../services/identity/test/service.ts';
import { databaseUrls } from '../local/postgres/databases.ts';
import { finishingCommands, shown } from './finish.ts';
import { saveLostWithdrawals, withdrawalsFile } from './lost-withdrawals.ts';
import { withClient } from './server.ts';

const urlOfServer = databaseUrls(inject('stack').superuserUrl);
const nameOf = (url: string) => new URL(url).pathname.slice(1);
const newFolder = () => mkdtempSync(join(tmpdir(), 'withdrawals-'));
const linesOf = (folder: string) => readFileSync(withdrawalsFile(folder), 'utf8').split('\n').filter(Boolean);
const script = join(import.meta.dirname, '../../services/identity/src/account/consents/consents-command.ts');

type Policy = keyof typeof policies;

test('F9 P4 a consent withdrawn since the backup is withdrawn again after the restore, also if given anew', async () => {
  await using before = await startIdentity();
  await using log = await cloneDatabase('operations');
  const people = [await member(before), await member(before), await member(before)];
  const put = (personId: string, policyKey: Policy, granted: boolean) => {
    before.advanceClock(1);
    const actor = people.find((one) => one.actor.userId === personId)?.actor;
    const body = { version: policies[policyKey].version, granted };
    return before.put(`/account/consents/${policyKey}`, { actor, body });
  };
  const [withdrew = '', changedTheirMind = '', withdrewBefore = ''] = people.map(({ actor }) => actor.userId);
  for (const personId of [withdrew, changedTheirMind, withdrewBefore]) await put(personId, 'contact-sharing', true);
  await put(withdrewBefore, 'contact-sharing', false);
  // The restored platform: the people and the ledger as of the backup.
  await using after = await startIdentity();
  const copied = ['data_key', 'person', 'consent_entry'];
  for (const table of copied) await copyRows(before.urls.owner, after.urls.owner, table);

  const since = before.clock.now.toISOString();
  await put(withdrew, 'contact-sharing', false);
  const withdrawnAt = before.clock.now.toISOString();
  await put(changedTheirMind, 'contact-sharing', false);
  const withdrawnFirst = before.clock.now.toISOString();
  await put(changedTheirMind, 'contact-sharing', true);

  const folder = newFolder();
  const urlOf = (name: string) => urlOfServer(name === 'identity' ? nameOf(before.urls.owner) : log.name);
  const reports: string[] = [];
  const save = (source: (name: string) => string) =>
    saveLostWithdrawals(source, { folder, since, report: (line) => void reports.push(line) });
  const onlyInTheLog = { granted: false, version: '2026-11' };
  await record(log.name, randomUUID(), onlyInTheLog, { occurredAt: before.clock.now.toISOString() });
  await save(urlOf);
  expect(linesOf(folder).join()).not.toContain('public-premises');
  const version = policies['contact-sharing'].version;
  expect(linesOf(folder)).toContain(`${withdrew} contact-sharing ${version} ${withdrawnAt}`);
  expect(linesOf(folder)).toContain(`${changedTheirMind} contact-sharing ${version} ${withdrawnFirst}`);
  // As after an interrupted restore, which has replaced the ledger.
  await save((name) => urlOfServer(name === 'identity' ? nameOf(after.urls.owner) : log.name));
  expect(linesOf(folder)).toContain(`${withdrew} contact-sharing ${version} ${withdrawnAt}`);
  expect(reports.at(-1)).toMatch(/consents withdrawn since the backup/);
  expect(finishingCommands(folder, since).map(shown)[0]).toBe(`npm run consents -- repeat ${withdrawalsFile(folder)}`);

  const repeat = () => runCommand(script, ['repeat', withdrawalsFile(folder)], { DATABASE_URL: after.urls.owner });
  expect((await repeat()).output).toMatch(/^Withdrawn again: 2\./);
  expect((await repeat()).output).toMatch(/^Withdrawn again: 0\./);
  const inForce = `select person_id, granted, at from (select distinct on (person_id) * from consent_entry
    where policy_key = 'contact-sharing' order by person_id, id desc) last`;
  const rows = await withClient(after.urls.owner, async (client) => (await client.query(inForce)).rows);
  expect(new Map(rows.map(({ person_id, granted }) => [person_id, granted]))).toEqual(
    new Map([
      [withdrew, false],
      [changedTheirMind, false],
      [withdrewBefore, false],
    ]),
  );
  expect(rows.find(({ person_id }) => person_id === withdrew).at.toISOString()).toBe(withdrawnAt);

  after.advanceClock(86_400);
  const actor = people[0]?.actor;
  await after.put('/account/consents/contact-sharing', { actor, body: { version, granted: true } });
  expect((await repeat()).output).toMatch(/^Withdrawn again: 0\./);
});

test('F9 P4 the audit log names withdrawals when the ledger cannot be read', async () => {
  await using log = await cloneDatabase('operations');
  const [personId, other] = [randomUUID(), randomUUID()];
  const add = (actorId: string, at: string, after: object) => record(log.name, actorId, after, { occurredAt: at });
  await add(personId, '2026-11-22T14:00:00.000Z', { granted: false, version: '2026-11' });
  await add(personId, '2026-11-22T13:00:00.000Z', { granted: false, version: '2026-10' });
  await add(other, '2026-11-22T14:00:00.000Z', { granted: false, version: '2026-11' });
  await add(other, '2026-11-22T15:00:00.000Z', { granted: true, version: '2026-11' });
  const [restored, withdrawnAt] = [randomUUID(), '2026-11-22T12:00:00.000Z'];
  const again = { policyKey: 'public-name', granted: false, version: '2026-11', withdrawnAt };
  await record(log.name, null, again, { action: 'repeatWithdrawal', objectId: restored });
  const folder = newFolder();
  const reports: string[] = [];
  const options = { folder, since: '2026-11-22T13:05:00.000Z', report: (line: string) => void reports.push(line) };
  await saveLostWithdrawals((name) => urlOfServer(name === 'identity' ? 'a_database_that_is_gone' : log.name), options);
  expect(linesOf(folder)).toEqual([
    `${personId} public-premises 2026-11 2026-11-22T14:00:00.000Z`,
    `${other} public-premises 2026-11 2026-11-22T14:00:00.000Z`,
    `${restored} public-name 2026-11 ${withdrawnAt}`,
  ]);
  expect(reports[0]).toMatch(/^identity: consents withdrawn since the backup cannot be read/);
});

test('F9 nothing is saved, and nothing repeated, if no consent was withdrawn since the backup', async () => {
  await using identity = await cloneDatabase('identity');
  const folder = newFolder();
  await saveLostWithdrawals(() => urlOfServer(identity.name), {
    folder,
    since: '2026-11-22T13:05:00.000Z',
    report: () => {},
  });
  expect(existsSync(withdrawalsFile(folder))).toBe(false);
  expect(finishingCommands(folder, '2026-11-22T13:05:00.000Z').map(([name]) => name)).not.toContain('consents');
});

test.each([['repeat'], ['list'], ['repeat', 'a', 'b']])('npm run consents -- %s is refused', async (...args) => {
  expect(await runCommand(script, args, {})).toMatchObject({ status: 2 });
});

async function record(database: string, actorId: string | null, after: object, changes: object = {}) {
  const event = { eventId: randomUUID(), service: 'identity', action: 'putConsent', outcome: 'done', actorId };
  const object = { objectType: 'consent', objectId: 'public-premises', before: {}, after };
  const entry = { ...event, ...object, occurredAt: '2026-11-23T00:00:00.000Z', ...changes };
  await withClient(urlOfServer(database), (client) =>
    client.query('insert into audit_entry (entry) values ($1)', [JSON.stringify(entry)]),
  );
}

async function copyRows(from: string, to: string, table: string): Promise<void> {
  const rows = await withClient(
    from,
    async (client) => (await client.query(`select to_jsonb(t) as row from ${table} t`)).rows,
  );
  await withClient(to, async (client) => {
    for (const { row } of rows)
      await client.query(`insert into ${table} select * from jsonb_populate_record(null::${table}, $1)`, [row]);
  });
}
