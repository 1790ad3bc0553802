import { randomUUID } from 'node:crypto';
import { emergencyActionChanged } from '@trust/contracts/events/operations';
import { operator } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAppeal, makeAppealInReview, recommendAppeal } from '../../../test/appeals.ts';
import { decideCase } from '../../../test/decide-case.ts';
import { caseOf, check, decide, granting, openReview, pass, reason, recommend, submit } from '../../../test/make.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ connections: 4 });
});
afterAll(() => service[Symbol.asyncDispose]());

const frozen = {
  status: 409,
  body: { detail: expect.stringContaining('An emergency action freezes this case until') },
};

function freeze(targetId: string) {
  const at = service.clock.now;
  const times = { startedAt: at.toISOString(), occurredAt: at.toISOString() };
  const endsAt = new Date(at.getTime() + 3_600_000).toISOString();
  return service.deliver(emergencyActionChanged, {
    ...{ ...times, actionId: randomUUID(), kind: 'freeze_case' as const, targetId, endsAt },
  });
}

/** Judges the identity on the document of the first case; the last decision is that of a later one. */
async function makeReview(also: readonly string[] = []) {
  const first = await decideCase(service);
  service.advanceClock(60);
  await openReview(service, first, 'review', ['licence']);
  const second = await decideCase(service, {
    ...{ provider: first, of: ['licence'], claims: granting('licence_confirmed') },
  });
  await openReview(service, second, 'review', ['identity', ...also]);
  const { id: caseId } = await caseOf(service, first);
  for (const key of also) await pass(service, await submit(service, first, caseId, key));
  const reviewer = operator('reviewer');
  const started = await service.post(`/verification-cases/${caseId}/start-review`, {
    actor: reviewer,
    body: { reason },
  });
  expect(started.status).toBe(200);
  return { ...first, caseId: caseId as string, reviewer, documentCaseId: first.caseId };
}

const onlyIdentity = { claims: granting('identity_confirmed') };

test('D2 a freeze of the case of a document refuses its check, the recommendation and the decision', async () => {
  const made = await makeReview();
  const writes = {
    check: () => check(service, made, { requirementKey: 'identity' }),
    recommend: () => recommend(service, made),
    decide: () => decide(service, made.caseId, onlyIdentity),
  };
  for (const [name, write] of Object.entries(writes)) {
    await freeze(made.documentCaseId);
    expect(await write(), name).toMatchObject(frozen);
    service.advanceClock(3600);
    expect((await write()).status, name).toBe(201);
  }
});

test('a freeze of the case of one document leaves the checks of the others', async () => {
  const made = await makeReview(['licence']);
  await freeze(made.documentCaseId);
  expect((await check(service, made, { requirementKey: 'licence' })).status).toBe(201);
  expect(await check(service, made, { requirementKey: 'identity' })).toMatchObject(frozen);
});

test('a freeze of the case of a document stops the appeal that judges it', async () => {
  const made = await makeReview(['licence']);
  for (const requirementKey of ['identity', 'licence'])
    expect((await check(service, made, { requirementKey })).status).toBe(201);
  expect((await recommend(service, made)).status).toBe(201);
  const decider = operator('decider');
  const { body } = await decide(service, made.caseId, { actor: decider, ...onlyIdentity });
  const appealed = await makeAppealInReview(service, { ...made, decider, decisionId: body.id });
  await freeze(made.documentCaseId);
  expect(await checkAppeal(service, appealed)).toMatchObject(frozen);
  expect(await recommendAppeal(service, appealed)).toMatchObject(frozen);
  service.advanceClock(3600);
  expect((await checkAppeal(service, appealed)).status).toBe(201);
});

test('a write that judges a document is committed before the freeze of its case', async () => {
  const made = await makeReview();
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = service.db.transact(async (trx) => {
    await sql`select from verification_case where id = ${made.caseId} for update`.execute(trx);
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  const waiting = async () => {
    const { rows } =
      await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
        service.db,
      );
    return rows.length;
  };
  const write = recommend(service, made);
  await expect.poll(waiting).toBe(1);
  const freezing = freeze(made.documentCaseId);
  await expect.poll(waiting).toBe(2);
  released.resolve();
  await Promise.all([holding, write, freezing]);
});
