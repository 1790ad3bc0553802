import { france } from '@trust/business-calendar/france';
import { operator } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { fillQueue } from '../../../test/fill-queue.ts';
import { startOperations } from '../../../test/service.ts';
import type { TriageFilter } from '../filter.ts';
import { visibilityOf } from '../visibility.ts';
import { triageQuery } from './find-triage-items.ts';

const operators = Array.from({ length: 200 }, (_, n) => operator(n % 2 ? 'reviewer' : 'supervisor'));
/** The last says that the rows read depend on the page, not on the number of cases. */
const selections: [string, Partial<TriageFilter>, boolean?][] = [
  ['nothing', {}, true],
  ['a kind', { kind: 'case_decision' }],
  ['what is past its due time', { due: 'breached' }],
  ['a category', { categoryKey: 'trade-1' }],
  ['free work', { isFree: true, limit: 25 }, true],
  ['own work', { assignment: 'mine' }],
  ['the due time first', { sort: 'due' }],
  ['a second page', { after: { priority: 40, dueAt: null, id: '00000000-0000-8000-8000-000000000000' } }, true],
];

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
};

function readsOf(plan: Plan | undefined, table: string): { type: string; rows: number }[] {
  if (!plan) return [];
  const rows = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
  const own = plan['Relation Name'] === table ? [{ type: plan['Node Type'], rows }] : [];
  return [...own, ...(plan.Plans ?? []).flatMap((part) => readsOf(part, table))];
}

test('no page of the queue reads all of 100 000 cases', async () => {
  await using operations = await startOperations();
  const owner = new pg.Client(operations.ownerUrl);
  await owner.connect();
  await fillQueue(owner, operators, 100_000);
  await owner.end();
  for (const actor of operators.slice(0, 2))
    for (const [name, selection, isBounded] of selections) {
      const asOf = new Date();
      const common = { visibility: visibilityOf(actor), calendar: france, asOf, snoozed: 'hidden', limit: 51 } as const;
      const query = triageQuery({ ...common, ...selection });
      const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`explain (analyze, format json) ${query}`.execute(
        operations.db,
      );
      const reads = readsOf(rows[0]?.['QUERY PLAN'][0].Plan, 'triage_case');
      expect(
        reads.map(({ type }) => type),
        name,
      ).not.toContain('Seq Scan');
      if (isBounded) expect(Math.max(...reads.map((read) => read.rows)), name).toBeLessThan(6000);
    }
}, 120_000);
