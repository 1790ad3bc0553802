import { randomUUID } from 'node:crypto';
import { france } from '@trust/business-calendar/france';
import type { Actor } from '@trust/contracts/actor';
import { systemAudit } from '@trust/service-kit/audit/audit';
import { type Database, openDb } from '@trust/service-kit/database/db';
import { operator } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import pg from 'pg';
import { audit } from '../../services/operations/src/app.ts';
import type { DB } from '../../services/operations/src/db/schema.ts';
import { takeFirst } from '../../services/operations/src/queue/item-claims/claim-next-triage-item.ts';
import { assertHasRoom } from '../../services/operations/src/queue/item-claims/take.ts';
import { insertNote } from '../../services/operations/src/queue/item-notes/queries.ts';
import { findTriageItems } from '../../services/operations/src/queue/items/find-triage-items.ts';
import { visibilityOf } from '../../services/operations/src/queue/visibility.ts';
import { fillQueue } from '../../services/operations/test/fill-queue.ts';
import { openDurableDatabase } from '../durable-database.ts';
import { type Bench, median, type Report } from '../harness.ts';
import { treeMs } from '../proc.ts';
import { measureAuditLog } from './audit-log.ts';
import { atOnce, eachAtOnce } from './each-at-once.ts';

const sizes = [1000, 100_000];
const operators: Actor[] = Array.from({ length: 200 }, (_, n) => operator(n % 2 ? 'reviewer' : 'supervisor'));
const pageSize = 50;
const notes = 2000;

/** The service's own queries on a durable Postgres, without HTTP: what grows with the queue and the log. */
export const operations: Bench = {
  name: 'operations',
  rounds: 3,
  title: 'Operations: the queue and the audit log, by their size',
  async run(report) {
    await using opened = new AsyncDisposableStack();
    const queues: Queue[] = [];
    for (const size of sizes) queues.push(await openQueue(opened, report, size));
    const [few, many] = queues as [Queue, Queue];
    await measurePages(report, few, many);
    const p99s = [await measureQueue(report, few), await measureQueue(report, many)];
    const growth = ['triage page', '`next`'].map((what) => ({
      number: '',
      what: `${what}: p99 with ${many.size} open cases / with ${few.size}, medians`,
      unit: '',
    }));
    const [least = [], most = []] = p99s;
    await report.figures(growth, async () => least.map((p99, index) => (most[index] ?? 0) / p99));
    await measureAppend(report, few.db);
    await measureAuditLog(report, few.db, few.owner);
  },
};

type Queue = { size: number; db: Database<DB>; owner: pg.Client };

/** Each size has a Postgres of its own, so that both can be measured in turn. */
async function openQueue(opened: AsyncDisposableStack, report: Report, size: number): Promise<Queue> {
  const url = await openDurableDatabase(opened, report, 'operations');
  const db = opened.use(openDb<DB>({ url, max: atOnce }));
  // The owner has no statement timeout, unlike the service.
  const owner = new pg.Client(url);
  await owner.connect();
  opened.defer(() => owner.end());
  process.stderr.write(`filling ${size} cases\n`);
  await fillQueue(owner, operators, size);
  return { size, db, owner };
}

async function measurePages(report: Report, few: Queue, many: Queue): Promise<void> {
  const pagesOf =
    ({ db }: Queue) =>
    async () => {
      const started = performance.now();
      await eachAtOnce([...operators, ...operators], (actor) => readPage(db, actor));
      return (2 * operators.length) / ((performance.now() - started) / 1000);
    };
  for (const queue of [few, many]) await pagesOf(queue)();
  await report.ratio({
    number: '10',
    what: `triage page of ${many.size} open cases / of ${few.size}, ${operators.length} operators, ${atOnce} at once`,
    unit: 'pages/s',
    atLeast: 0.8,
    ours: pagesOf(many),
    reference: pagesOf(few),
    processorMs: treeMs,
    referenceMs: treeMs,
  });
}

/** Returns the medians of the p99 of a page and of `next`. */
async function measureQueue(report: Report, { db, size }: Queue): Promise<number[]> {
  const rounds: { page: number; next: number }[] = [];
  const figures = ['triage page', '`next`'].flatMap((what) =>
    ['p50', 'p99'].map((percentile) => ({
      number: '',
      what: `${what}, ${size} open cases, ${operators.length} operators, ${atOnce} at once, ${percentile}`,
      unit: 'ms',
    })),
  );
  await eachAtOnce(operators, (actor) => readPage(db, actor));
  await report.figures(figures, async () => {
    await sql`truncate triage_claim`.execute(db);
    const page = await eachAtOnce(operators, (actor) => readPage(db, actor));
    const next = await eachAtOnce(operators, (actor) => claimNext(db, actor));
    rounds.push({ page: at(page, 0.99), next: at(next, 0.99) });
    return [at(page, 0.5), at(page, 0.99), at(next, 0.5), at(next, 0.99)];
  });
  return [median(rounds.map(({ page }) => page)), median(rounds.map(({ next }) => next))];
}

async function readPage(db: Database<DB>, actor: Actor): Promise<void> {
  const visibility = visibilityOf(actor);
  const filter = { visibility, calendar: france, asOf: new Date(), snoozed: 'hidden' as const, limit: pageSize + 1 };
  const rows = await findTriageItems(db, filter);
  if (rows.length <= pageSize) throw new Error('A page of the queue is not full.');
}

async function claimNext(db: Database<DB>, actor: Actor): Promise<void> {
  const now = new Date();
  const taken = await db.transact(async (trx) => {
    await assertHasRoom(trx, actor.userId, now);
    return takeFirst(trx, { visibility: visibilityOf(actor), calendar: france, asOf: now });
  });
  if (!taken) throw new Error('The queue has no item for an operator.');
}

/** A note on an item, with and without its audit entry in the same transaction. */
async function measureAppend(report: Report, db: Database<DB>): Promise<void> {
  const write = (isAudited: boolean) => async () => {
    const started = performance.now();
    await eachAtOnce(Array.from({ length: notes }), () =>
      db.transact(async (trx) => {
        const at = new Date();
        const row = { id: randomUUID(), subject_id: randomUUID(), subject_type: 'verification_case' };
        const note = await insertNote(trx, { ...row, author_id: randomUUID(), text: 'Called back.', written_at: at });
        if (!isAudited) return;
        await audit(trx, systemAudit('requestFieldWork', { by: 'event', at }), {
          ...{ objectType: row.subject_type, objectId: note.subject_id, after: { noteId: note.id } },
        });
      }),
    );
    return notes / ((performance.now() - started) / 1000);
  };
  await write(true)();
  await report.ratio({
    number: '',
    what: 'a note with its audit entry in the outbox / the same write without it',
    unit: 'writes/s',
    ours: write(true),
    reference: write(false),
  });
}

const at = (sorted: number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
