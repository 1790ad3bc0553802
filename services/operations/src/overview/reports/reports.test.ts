import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCase } from '../../../test/make.ts';
import { type Operations, startOperations } from '../../../test/service.ts';
import { appendEntries } from '../../audit/entries/queries.ts';
import { csvOf } from './csv.ts';
import { suppressRow } from './suppress.ts';

let operations: Operations;
beforeAll(async () => {
  operations = await startOperations();
});
afterAll(() => operations[Symbol.asyncDispose]());

const supervisor = () => operations.operator('supervisor');
const report = async (name: string) =>
  (await operations.get(`/operations/reports?month=2026-01&report=${name}`, { actor: supervisor() })).body;

function act(action: string, actorId: string, objectId: string, after: object = {}) {
  const occurredAt = operations.clock.now.toISOString();
  const rest = { sessionId: null, permission: 'p', objectType: 'thing', outcome: 'done', reason: null, before: {} };
  const entry = {
    ...rest,
    eventId: randomUUID(),
    service: 'verification',
    occurredAt,
    actorId,
    action,
    objectId,
    after,
  };
  const text = JSON.stringify({ ...entry, requestId: randomUUID(), policyVersion: '2026-11' });
  return operations.db.transact((trx) => appendEntries(trx, [text]));
}

test('P5 a category with few cases shows no count under 5, in JSON, CSV and measures', async () => {
  const decide = async (categoryKey: string, outcome: string) => {
    const { caseId } = await makeCase(operations, { categoryKey });
    await act('createDecision', randomUUID(), caseId, { outcome });
  };
  for (let count = 0; count < 6; count++) await decide('plumber', 'verified');
  for (let count = 0; count < 5; count++) await decide('plumber', 'not_verified');
  for (let count = 0; count < 2; count++) await decide('plumber', 'inconclusive');
  await decide('roofer', 'not_verified');
  const body = await report('cases');
  expect(body).toMatchObject({
    columns: ['opened', 'decided', 'verified', 'verified_with_limitations', 'not_verified', 'inconclusive'],
    rows: [
      { key: 'plumber', cells: [13, 13, 6, 0, null, null] },
      { key: 'roofer', cells: [null, null, 0, 0, null, 0] },
    ],
  });
  const { body: csv } = await operations.get('/operations/reports?month=2026-01&report=cases', {
    actor: supervisor(),
    headers: { accept: 'text/csv' },
  });
  expect(csv.toString().split('\r\n')[2]).toBe('roofer,,,0,0,,0');
  const metrics = await operations.get('/operations/metrics?month=2026-01', { actor: operations.operator('auditor') });
  const asCsv = await operations.get('/operations/metrics?month=2026-01', {
    actor: operations.operator('auditor'),
    headers: { accept: 'text/csv' },
  });
  expect(asCsv.headers.get('content-disposition')).toBe('attachment; filename="metrics-2026-01.csv"');
  expect(asCsv.body.toString().split('\r\n')).toEqual([
    'key,count',
    ...metrics.body.measures.map((one: { name: string; count: number | null }) => `${one.name},${one.count ?? ''}`),
    '',
  ]);
  const count = (name: string) => metrics.body.measures.find((one: { name: string }) => one.name === name).count;
  // 14 less the 13 of plumbers would be the one of roofers.
  expect([count('cases_opened'), count('decisions'), count('appeals')]).toEqual([null, null, 0]);
  expect((await report('service_levels')).rows).toEqual([]);
});

test('P5 what a row hides of its total are at least two parts with at least 5 together', () => {
  const parts = ['a', 'b', 'c', 'd'] as const;
  const counts = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(counts, ([a = 0, b = 0, c = 0, d = 0]) => {
      const row = { a, b, c, d, total: a + b + c + d };
      const shown = suppressRow(row, { parts, total: 'total' });
      for (const part of [...parts, 'total'] as const) {
        expect(shown[part] === null || shown[part] === row[part]).toBe(true);
        if (row[part] > 0 && row[part] < 5) expect(shown[part]).toBeNull();
      }
      const hidden = parts.filter((part) => shown[part] === null);
      if (hidden.length === 0 || shown.total === null) return;
      expect(hidden.length).toBeGreaterThan(1);
      expect(hidden.reduce((sum, part) => sum + row[part], 0)).toBeGreaterThanOrEqual(5);
      // Two counts under 5 that make 8 are 4 and 4.
      expect(hidden.reduce((sum, part) => sum + row[part], 0)).not.toBe(hidden.length * 4);
    }),
  );
});

test('Z3 the report on separated duties finds in the log who acted twice on one object', async () => {
  const [actor, other, caseId, overrideId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  await act('createRecommendation', actor, caseId);
  await act('createDecision', other, caseId);
  const before = (await report('separation_of_duties')).findings;
  expect(before).toEqual([]);
  await act('createDecision', actor, caseId);
  await act('createOverride', actor, overrideId);
  const appealId = randomUUID();
  await act('createAppealDecision', randomUUID(), appealId, { caseId });
  await act('createAppealDecision', other, appealId, { caseId });
  const recommendedAppeal = randomUUID();
  await act('createAppealRecommendation', actor, recommendedAppeal);
  await act('createAppealDecision', actor, recommendedAppeal);
  for (const by of [actor, other, other]) await act('createOverrideApproval', by, overrideId);
  const { findings, rows } = await report('separation_of_duties');
  expect(findings.map(({ rule, objectId, actorId }: Record<string, string>) => [rule, objectId, actorId])).toEqual([
    ['reviewer-decides', caseId, actor],
    ['judge-hears-appeal', appealId, other],
    ['recommender-decides-appeal', recommendedAppeal, actor],
    ['requester-approves', overrideId, actor],
    ['approver-approves-twice', overrideId, other],
  ]);
  expect(rows.map(({ key, cells }: { key: string; cells: number[] }) => [key, cells[1]])).toEqual([
    ['reviewer-decides', 1],
    ['judge-hears-appeal', 1],
    ['recommender-decides-appeal', 1],
    ['requester-approves', 1],
    ['approver-approves-twice', 1],
    ['actor-reviews', 0],
  ]);
});

test('a CSV cell is never a formula', () => {
  const table = { report: 'cases' as const, month: '2026-01', columns: ['=1+1', 'a,"b"'], rows: [], findings: [] };
  expect([...csvOf(table)]).toEqual([`key,'=1+1,"a,""b"""\r\n`]);
});
