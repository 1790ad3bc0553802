import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Case, changeCase, dutiesOf, makeCase } from '../../../test/make.ts';
import { type Operations, startOperations } from '../../../test/service.ts';
import type { TriageRow } from '../items/find-triage-items.ts';
import { endClaims } from './end-claims.ts';
import { deleteClaim } from './queries.ts';
import { take } from './take.ts';

let operations: Operations;
beforeAll(async () => {
  operations = await startOperations({ connections: 8 });
});
afterAll(() => operations[Symbol.asyncDispose]());

const rowOf = ({ caseId }: Case) => ({ subject_type: 'verification_case', subject_id: caseId }) as TriageRow;
const inForce = ({ caseId }: Case) =>
  operations.db.selectFrom('triage_claim').selectAll().where('subject_id', '=', caseId).execute();
const assigned = (found: Case) => changeCase(operations, found, { duties: dutiesOf({ review: randomUUID() }) });

/** Resolves once a transaction waits for an advisory lock. */
async function somebodyWaits(): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(operations.db);
    if (rows.length > 0) return;
  }
}

test('T9 an assignment waits for a claim that is not committed, and ends it', async () => {
  const found = await makeCase(operations);
  const { promise, resolve } = Promise.withResolvers<void>();
  const { promise: isTaken, resolve: taken } = Promise.withResolvers<void>();
  const claiming = operations.db.transact(async (trx) => {
    expect(await take(trx, rowOf(found), randomUUID(), operations.clock.now)).toBeDefined();
    taken();
    await promise;
  });
  await isTaken;
  const assigning = assigned(found);
  await Promise.race([assigning, somebodyWaits()]);
  resolve();
  await Promise.all([claiming, assigning]);
  expect(await inForce(found)).toEqual([]);
});

test('T9 nobody claims a case that got a holder after they read the queue', async () => {
  const found = await makeCase(operations);
  await assigned(found);
  const claiming = operations.db.transact((trx) => take(trx, rowOf(found), randomUUID(), operations.clock.now));
  expect(await claiming).toBeUndefined();
  expect(await inForce(found)).toEqual([]);
});

test('T9 an assignment ends the claim of its case only: other cases and other operators keep theirs', async () => {
  const [assignedCase, own, foreign] = [
    await makeCase(operations),
    await makeCase(operations),
    await makeCase(operations),
  ];
  const [holder, other] = [randomUUID(), randomUUID()];
  for (const [found, operatorId] of [
    [assignedCase, holder],
    [own, holder],
    [foreign, other],
  ] as const)
    await operations.db.transact((trx) => take(trx, rowOf(found), operatorId, operations.clock.now));
  await assigned(assignedCase);
  expect(await inForce(assignedCase)).toEqual([]);
  expect(await inForce(own)).toMatchObject([{ operator_id: holder }]);
  expect(await inForce(foreign)).toMatchObject([{ operator_id: other }]);
});

test('T9 a release that comes after the claim ended takes nothing from who has claimed the item since', async () => {
  const found = await makeCase(operations);
  const [first, second] = [randomUUID(), randomUUID()];
  const claim = (operatorId: string) =>
    operations.db.transact((trx) => take(trx, rowOf(found), operatorId, operations.clock.now));
  await claim(first);
  operations.advanceClock(15 * 60);
  expect(await claim(second)).toBeDefined();
  await operations.db.transact((trx) => deleteClaim(trx, found.caseId, first));
  expect(await inForce(found)).toMatchObject([{ operator_id: second }]);
});

test('T9 the end of the permissions of an operator ends no claim of another', async () => {
  const [own, foreign] = [await makeCase(operations), await makeCase(operations)];
  const [operatorId, other] = [randomUUID(), randomUUID()];
  const at = operations.clock.now;
  await operations.db.transact(async (trx) => {
    await take(trx, rowOf(own), operatorId, at);
    await take(trx, rowOf(foreign), other, at);
    await endClaims(trx, { operatorId }, { because: 'permission_ended', at, isTold: true });
  });
  expect(await inForce(own)).toEqual([]);
  expect(await inForce(foreign)).toMatchObject([{ operator_id: other }]);
});
