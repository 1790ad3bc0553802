import { france } from '@trust/business-calendar/france';
import { operator } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { fillQueue } from '../../test/fill-queue.ts';
import { startOperations } from '../../test/service.ts';
import type { TriageFilter } from './conditions.ts';
import { triageQuery } from './queue.ts';
import { visibilityOf } from './visibility.ts';

const operators = Array.from({ length: 200 }, (_, n) => operator(n % 2 ? 'reviewer' : 'supervisor'));
const selections: [string, Partial<TriageFilter>][] = [
  ['nothing', {}],
  ['a kind', { kind: 'case_decision' }],
  ['what is past its due time', { due: 'breached' }],
  ['a category', { categoryKey: 'trade-1' }],
  ['free work', { isFree: true, limit: 1 }],
  ['own work', { assignment: 'mine' }],
  ['the due time first', { sort: 'due' }],
  ['a second page', { after: { priority: 40, dueAt: null, id: '00000000-0000-8000-8000-000000000000' } }],
];

test('no page of the queue reads all of 100 000 cases', async () => {
  await using operations = await startOperations();
  const owner = new pg.Client(operations.ownerUrl);
  await owner.connect();
  await fillQueue(owner, operators, { to: 100_000 });
  await owner.end();
  for (const actor of operators.slice(0, 2))
    for (const [name, selection] of selections) {
      const asOf = new Date();
      const common = { visibility: visibilityOf(actor), calendar: france, asOf, snoozed: 'hidden', limit: 51 } as const;
      const query = triageQuery({ ...common, ...selection });
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(operations.db);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan, name).not.toContain('Seq Scan on triage_case');
    }
}, 120_000);
