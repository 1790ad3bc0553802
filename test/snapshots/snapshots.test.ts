import { caseChanged, caseSnapshot } from '@trust/contracts/events/verification';
import { prune } from '@trust/service-kit/database/prune';
import { openLog } from '@trust/service-kit/observability/log';
import { emit } from '@trust/service-kit/outbox/outbox';
import { announceSlice } from '@trust/service-kit/snapshots/serve-snapshots';
import { announceNext, beginRun, type SnapshotSource } from '@trust/service-kit/snapshots/snapshot-run';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { snapshotSources as evidenceSources } from '../../services/evidence/src/snapshot-sources.ts';
import { startEvidence } from '../../services/evidence/test/service.ts';
import { snapshotSources as identitySources } from '../../services/identity/src/snapshot-sources.ts';
import { startIdentity } from '../../services/identity/test/service.ts';
import { snapshotSources as operationsSources } from '../../services/operations/src/snapshot-sources.ts';
import { startOperations } from '../../services/operations/test/service.ts';
import { snapshotSources as providerSources } from '../../services/provider/src/snapshots.ts';
import { startProvider } from '../../services/provider/test/service.ts';
import { casePayload } from '../../services/verification/src/case/effects/case-payload.ts';
import { lockCase, updateCase } from '../../services/verification/src/case/record/queries.ts';
import { snapshotSources as verificationSources } from '../../services/verification/src/snapshots/sources.ts';
import { makeReviewable } from '../../services/verification/test/make.ts';
import { startVerification } from '../../services/verification/test/service.ts';
import { carrierTo, filledTables, rowsOf } from './carry-events.ts';
import { notCompared, projections, startConsumersOfAll, subscriptionsOf } from './platform.ts';
import { playEvidence, playIdentity, playOperations, playProvider, playVerification } from './stories.ts';

const log = openLog('test', 'silent');

// biome-ignore lint/suspicious/noExplicitAny: each service has an app of its own
type Publisher = { db: any; app: any; clock: { now: Date } };

async function announceAll({ db, app }: Publisher, sources: readonly SnapshotSource<never>[]): Promise<void> {
  await beginRun({ db, app, sources: sources as never });
  while (!(await announceNext({ db, app, sources: sources as never }))?.isFinished);
}

async function pruneAfter15Days({ db, clock }: Publisher): Promise<void> {
  clock.now = new Date(Math.max(clock.now.getTime(), Date.now()) + 15 * 86_400_000);
  await prune({ db, log, now: clock.now });
  // Their partitions are dropped by then.
  await sql`delete from outbox`.execute(db);
}

test('E3 E6 a consumer that begins after 15 days gets from snapshots the rows of one that saw all events', async () => {
  await using stack = new AsyncDisposableStack();
  const provider = stack.use(await startProvider());
  const publishers: [Publisher, readonly SnapshotSource<never>[]][] = [];
  const play = async <S extends Publisher>(service: S, sources: unknown, story: (service: S) => Promise<unknown>) => {
    await story(service);
    publishers.push([service, sources as readonly SnapshotSource<never>[]]);
  };
  let owner: Awaited<ReturnType<typeof playProvider>> | undefined;
  await play(provider, providerSources, async (service) => {
    owner = await playProvider(service);
  });
  await play(stack.use(await startIdentity()), identitySources, playIdentity);
  await play(stack.use(await startEvidence()), evidenceSources, playEvidence);
  await play(stack.use(await startVerification()), verificationSources, playVerification);
  await play(stack.use(await startOperations()), operationsSources, playOperations);

  const [seeing, newborn] = [stack.use(await startConsumersOfAll()), stack.use(await startConsumersOfAll())];
  const carry = async (to: typeof seeing) => {
    const waiting: string[] = [];
    for (const carrier of to.carriers)
      for (const [publisher] of publishers) waiting.push(...(await carrier(publisher)));
    return waiting;
  };
  const empty: Record<string, string[]> = {};
  for (const [name, service] of Object.entries(seeing.services)) empty[name] = await filledTables(service as never);
  expect(await carry(seeing)).toEqual([]);
  for (const [publisher] of publishers) await pruneAfter15Days(publisher);

  const { actor } = owner ?? {};
  // A newer event arrives before the snapshot: it waits, and the snapshot contains it.
  await provider.put('/provider-workspace/me/services/electrician', { ...(actor && { actor }) });
  expect(await carry(newborn)).toContain('provider.service.selected.v1');
  for (const [publisher, sources] of publishers) await announceAll(publisher, sources);
  expect(await carry(newborn)).toEqual([]);
  expect(await carry(seeing)).toEqual([]);

  for (const [name, tables] of Object.entries(projections)) {
    const [all, some] = [seeing, newborn].map(({ services }) => services[name as keyof typeof services]);
    if (!all || !some) throw new Error(`There is no service ${name}.`);
    expect(await rowsOf(some as never, 'dead_letter'), name).toEqual([]);
    const filled = (await filledTables(all as never)).filter((table) => !empty[name]?.includes(table));
    expect(
      filled.filter((table) => !(table in tables) && !notCompared.includes(table)),
      name,
    ).toEqual([]);
    for (const [table, without] of Object.entries(tables)) {
      const expected = await rowsOf(all as never, table, without);
      expect(expected, `${name}.${table} has rows`).not.toEqual([]);
      expect(await rowsOf(some as never, table, without), `${name}.${table}`).toEqual(expected);
    }
  }
});

test('a snapshot that is interrupted continues after the last aggregate; a finished one begins anew', async () => {
  await using service = await startVerification();
  for (let count = 0; count < 3; count++) await makeReviewable(service);
  const parts = { db: service.db, app: service.app, sources: verificationSources };
  const killed: typeof verificationSources = verificationSources.map((source) => ({
    ...source,
    announce: async (trx, key, app) => {
      await source.announce(trx, key, app);
      throw new Error('The process ends.');
    },
  }));
  const announced = async () => (await service.emitted(caseSnapshot)).map(({ caseId }) => caseId);
  await beginRun(parts);
  expect(await announceNext(parts)).toMatchObject({ announced: 1, total: 3, isFinished: false });
  await expect(announceNext({ ...parts, sources: killed })).rejects.toThrow('The process ends.');
  expect(await announced()).toHaveLength(1);
  expect(await beginRun(parts)).toBe(true);
  while (!(await announceNext(parts))?.isFinished);
  const once = await announced();
  expect(new Set(once).size).toBe(3);
  expect(once).toHaveLength(3);
  expect(await beginRun(parts)).toBe(false);
  expect(await announceNext(parts)).toMatchObject({ announced: 1 });
});

test('a snapshot announces no more aggregates a second than its rate', async () => {
  await using service = await startVerification();
  for (let count = 0; count < 3; count++) await makeReviewable(service);
  const parts = { db: service.db, app: service.app, sources: verificationSources };
  await beginRun(parts);
  // A timer may end a millisecond early: at exactly 1, a second aggregate would fit.
  expect(await announceSlice(parts, 0.8)).toMatchObject({ announced: 1, isFinished: false });
  expect(await announceSlice(parts, 10_000)).toMatchObject({ announced: 3, isFinished: true });
});

test('E3 E9 a snapshot waits for a concurrent change and announces the newer state', async () => {
  await using service = await startVerification({ connections: 3 });
  const { caseId } = await makeReviewable(service);
  const parts = { db: service.db, app: service.app, sources: verificationSources };
  await beginRun(parts);
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const change = service.db.transact(async (trx) => {
    const found = await lockCase(trx, caseId);
    held.resolve();
    await released.promise;
    if (!found) throw new Error('The case is missing.');
    const moved = await updateCase(trx, found, { state: 'withdrawn' });
    await emit(trx, caseChanged, await casePayload(trx, moved, service.clock.now));
  });
  await held.promise;
  const announcing = announceNext(parts);
  const isWaiting = async () => {
    const { rows } =
      await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
        service.db,
      );
    return rows.length;
  };
  await expect.poll(isWaiting).toBe(1);
  released.resolve();
  await Promise.all([change, announcing]);
  const { rows } = await sql<{ type: string; state: string }>`
    select type, payload ->> 'state' as state from outbox where aggregate_id = ${caseId} order by aggregate_seq desc limit 2`.execute(
    service.db,
  );
  expect(rows).toEqual([
    { type: 'verification.case.snapshot.v1', state: 'withdrawn' },
    { type: 'verification.case.changed.v1', state: 'withdrawn' },
  ]);
});

test('E3 a snapshot waits for earlier events that its publisher still has', async () => {
  await using service = await startVerification();
  await using operations = await startOperations();
  await makeReviewable(service);
  await announceAll(service, verificationSources as never);
  const backwards = carrierTo('operations', operations, subscriptionsOf.operations as never, (rows) =>
    rows.toReversed(),
  );
  expect(await backwards(service)).toContain('verification.case.snapshot.v1');
  while ((await backwards(service)).length > 0);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from outbox o where aggregate = 'case'
      and type in ('verification.case.opened.v1', 'verification.case.changed.v1', 'verification.case.snapshot.v1')`.execute(
    service.db,
  );
  expect((await rowsOf(operations, 'inbox')).length).toBe(rows[0]?.count);
  expect(await rowsOf(operations, 'dead_letter')).toEqual([]);
});

/** A new projection does not need these. */
const withoutSnapshot: Readonly<Record<string, string>> = {
  'verification evidence/version': 'the evidence of a case is a part of the case, not a projection',
  'verification operations/field-work': 'answers to a visit of verification: an empty verification has no visits',
  'verification operations/override': 'an order that changes a case or claim once; a block ends after 14 days at most',
  'webhooks identity/person': 'it takes erasures only, which `npm run erasures` repeats',
};

test('whoever consumes an aggregate consumes its snapshot, or says why not', () => {
  const missing = Object.entries(subscriptionsOf).flatMap(([service, subscriptions]) => {
    const types = subscriptions.map(({ type }) => type).filter(({ aggregate }) => aggregate);
    const aggregateOf = ({ type, aggregate }: (typeof types)[number]) =>
      `${service} ${type.split('.')[0]}/${aggregate?.name}`;
    const covered = new Set(types.filter(({ type }) => /\.snapshot\.v1$/.test(type)).map(aggregateOf));
    return [...new Set(types.map(aggregateOf))].filter((one) => !covered.has(one));
  });
  expect(missing.sort()).toEqual(Object.keys(withoutSnapshot).sort());
});
