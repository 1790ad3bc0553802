import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { type EmergencyKind, emergencyActionChanged } from '@trust/contracts/events/operations';
import { operator } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  appeal,
  checkAppeal,
  decideAppeal,
  makeAppealInReview,
  makeDecided,
  makeReviewed,
  recommendAppeal,
} from '../../test/appeals.ts';
import { check, decide, makeAssigned, makeRecommended, reason, recommend } from '../../test/make.ts';
import { requestCorrection } from '../../test/make-correction.ts';
import { requestVisit } from '../../test/make-visit.ts';
import { startVerification, type Verification } from '../../test/service.ts';
import { routes } from '../routes.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ connections: 3 });
});
afterAll(() => service[Symbol.asyncDispose]());

function act(kind: EmergencyKind, targetId: string, { hours = 24, actionId = randomUUID() as string } = {}) {
  const at = service.clock.now;
  return service.deliver(emergencyActionChanged, {
    actionId,
    kind,
    targetId,
    startedAt: at.toISOString(),
    endsAt: new Date(at.getTime() + hours * 3_600_000).toISOString(),
    occurredAt: at.toISOString(),
  });
}

const send = (caseId: string, path: string, actor: Actor, body: object) =>
  service.post(`/verification-cases/${caseId}/${path}`, { actor, body: { reason, ...body } });

async function factsOf(caseId: string): Promise<unknown> {
  const { rows } = await sql`
    select to_jsonb(c) as facts from verification_case c where id = ${caseId}
    union all select to_jsonb(a) from case_assignment a where case_id = ${caseId}
    union all select jsonb_build_object('checks', count(*)) from case_check where case_id = ${caseId}
    union all select jsonb_build_object('decisions', count(*)) from decision where case_id = ${caseId}`.execute(
    service.db,
  );
  return rows;
}

test('a frozen case refuses every write of a route, and accepts them again after the end of the freeze', async () => {
  const triage = operator('triage');
  const visited = await requestVisit(service);
  const corrected = await makeAssigned(service);
  const { body: correction } = await requestCorrection(service, corrected, ['licence']);
  const recommended = await makeRecommended(service);
  const decided = await makeDecided(service);
  const appealed = await makeAppealInReview(service, await makeDecided(service));
  const { caseId, reviewer, fieldVisitId } = visited;
  const writes: Record<string, [caseId: string, () => Promise<{ status: number; body: unknown }>]> = {
    assignVerificationCase: [
      caseId,
      () => send(caseId, 'assign', triage, { assigneeId: reviewer.userId, duty: 'review' }),
    ],
    assignOperationsCase: [
      caseId,
      () =>
        service.post(`/operations/verification-cases/${caseId}/assign`, {
          actor: triage,
          body: { assigneeId: reviewer.userId, duty: 'review', reason },
        }),
    ],
    releaseVerificationCase: [caseId, () => send(caseId, 'release', reviewer, { duty: 'review' })],
    withdrawVerificationCase: [caseId, () => send(caseId, 'withdraw', triage, {})],
    createCheck: [caseId, () => check(service, visited, { requirementKey: 'licence' })],
    createCorrectionRequest: [caseId, () => requestCorrection(service, visited, ['licence'])],
    createFieldVisit: [caseId, () => send(caseId, 'field-visits', reviewer, { requirementKey: 'licence' })],
    cancelFieldVisit: [caseId, () => send(caseId, `field-visits/${fieldVisitId}/cancel`, reviewer, {})],
    startReview: [caseId, () => send(caseId, 'start-review', reviewer, {})],
    createRecommendation: [caseId, () => recommend(service, visited)],
    withdrawCorrectionRequest: [
      corrected.caseId,
      () => send(corrected.caseId, `correction-requests/${correction.id}/withdraw`, corrected.reviewer, {}),
    ],
    createDecision: [recommended.caseId, () => decide(service, recommended.caseId)],
    createAppeal: [decided.caseId, () => appeal(service, decided)],
    createAppealCheck: [appealed.caseId, () => checkAppeal(service, appealed)],
    createAppealRecommendation: [appealed.caseId, () => recommendAppeal(service, appealed)],
    createAppealDecision: [appealed.caseId, () => decideAppeal(service, appealed)],
    withdrawAppeal: [
      appealed.caseId,
      () =>
        service.post(`/verification-cases/${appealed.caseId}/appeals/${appealed.appealId}/withdraw`, {
          actor: appealed.owner,
        }),
    ],
  };
  const ofCase = Object.entries(routes).filter(
    ([, { declaration }]) => declaration.method !== 'get' && declaration.path.includes('{caseId}'),
  );
  expect(Object.keys(writes).sort()).toEqual(ofCase.map(([name]) => name).sort());
  const cases = [...new Set(Object.values(writes).map(([id]) => id))];
  const before = await Promise.all(cases.map(factsOf));
  for (const id of cases) await act('freeze_case', id, { hours: 1 });
  const frozen = {
    status: 409,
    body: { detail: expect.stringContaining('An emergency action freezes this case until') },
  };
  for (const [name, [, write]] of Object.entries(writes)) expect(await write(), name).toMatchObject(frozen);
  expect(await send(caseId, 'release', operator('reviewer'), { duty: 'review' })).toMatchObject({ status: 404 });
  expect(await Promise.all(cases.map(factsOf))).toEqual(before);
  expect((await service.get(`/verification-cases/${caseId}`, { actor: reviewer })).status).toBe(200);

  service.advanceClock(3600);
  for (const name of [
    'createCheck',
    'withdrawCorrectionRequest',
    'createDecision',
    'createAppeal',
    'createAppealDecision',
  ])
    expect((await writes[name]?.[1]())?.status, name).toBeLessThan(300);
});

test('a write that holds the case is committed before the freeze, and a lifted freeze has no effect', async () => {
  const made = await makeAssigned(service);
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const write = service.db.transact(async (trx) => {
    await sql`select from verification_case where id = ${made.caseId} for update`.execute(trx);
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  const actionId = randomUUID();
  const freeze = act('freeze_case', made.caseId, { actionId });
  const waiting = async () => {
    const { rows } =
      await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
        service.db,
      );
    return rows.length;
  };
  await expect.poll(waiting).toBe(1);
  released.resolve();
  await Promise.all([write, freeze]);
  expect(await check(service, made, { requirementKey: 'licence' })).toMatchObject({ status: 409 });
  await act('freeze_case', made.caseId, { actionId, hours: 0 });
  expect(await check(service, made, { requirementKey: 'licence' })).toMatchObject({ status: 201 });
});

test('a freeze pauses the appeal period, so that its end takes no appeal away', async () => {
  const made = await makeDecided(service);
  const endsAt = async () => {
    const path = `/verification-cases/${made.caseId}/decisions/${made.decisionId}/receipt`;
    return Date.parse((await service.get(path, { actor: made.owner })).body.appeal.endsAt);
  };
  const hourMs = 3_600_000;
  const [start, recorded] = [service.clock.now, await endsAt()];
  service.clock.now = new Date(recorded - hourMs);
  await act('freeze_case', made.caseId, { hours: 72 });
  expect(await endsAt()).toBe(recorded);
  service.clock.now = new Date(recorded + 71 * hourMs - 1);
  expect(await appeal(service, made)).toMatchObject({ status: 409 });
  service.clock.now = new Date(recorded + 72 * hourMs);
  expect(await endsAt()).toBe(recorded + 72 * hourMs);
  expect(await appeal(service, made)).toMatchObject({ body: { errors: [{ code: 'appeal_period_ended' }] } });
  service.clock.now = new Date(recorded + 72 * hourMs - 1);
  expect(await appeal(service, made)).toMatchObject({ status: 201 });
  service.clock.now = start;
});

test('an emergency action withholds a claim that a pending appeal has restored', async () => {
  const made = await makeReviewed(service);
  const { case_id } = await service.db
    .selectFrom('claim as c')
    .innerJoin('decision as d', 'd.id', 'c.decision_id')
    .select('d.case_id')
    .where('c.id', '=', made.licenceId)
    .executeTakeFirstOrThrow();
  const actor = operator('triage');
  const status = async () => {
    const { claims } = (await service.get(`/verification-cases/${case_id}`, { actor })).body;
    return claims.find(({ id }: { id: string }) => id === made.licenceId).status;
  };
  expect(await status()).toBe('suspended');
  expect((await appeal(service, made)).status).toBe(201);
  expect(await status()).toBe('active');
  await act('withhold_claim', made.licenceId, { hours: 1 });
  expect(await status()).toBe('suspended');
  service.advanceClock(3600);
  expect(await status()).toBe('active');
});

test('a withheld claim has the status `suspended` until the end of the action', async () => {
  const made = await makeDecided(service);
  const triage = operator('triage');
  const read = async () => (await service.get(`/verification-cases/${made.caseId}`, { actor: triage })).body.claims[0];
  const { id } = await read();
  await act('withhold_claim', id, { hours: 1 });
  expect(await read()).toMatchObject({ id, status: 'suspended' });
  service.advanceClock(3600);
  expect(await read()).toMatchObject({ id, status: 'active' });
});
