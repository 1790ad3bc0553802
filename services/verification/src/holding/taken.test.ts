import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { freeCasesSeen, workNotificationRequested } from '@trust/contracts/events/any';
import { operatorChanged } from '@trust/contracts/events/identity';
import { representativeAssigned } from '@trust/contracts/events/representatives';
import { caseChanged } from '@trust/contracts/events/verification';
import { operatorPermissions } from '@trust/contracts/permissions';
import { prune } from '@trust/service-kit/database/prune';
import { openLog } from '@trust/service-kit/observability/log';
import { representative } from '@trust/service-testing/actors';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { holding, taken, triage } from '../../test/holding.ts';
import { makeRecommended, makeReviewable, reason } from '../../test/make.ts';
import { requestCorrection } from '../../test/make-correction.ts';
import { startVerification, type Verification } from '../../test/service.ts';
import { forgottenClaims, forgottenSightings } from './queries.ts';

let service: Verification;
let desk: ReturnType<typeof holding>;
beforeAll(async () => {
  service = await startVerification({ connections: 10 });
  desk = holding(service);
});
afterAll(() => service[Symbol.asyncDispose]());

const both = [...operatorPermissions.reviewer, ...operatorPermissions.decider];

type Way = {
  title: string;
  reasonCode: string;
  isTold: boolean;
  lose: (caseId: string, loser: Actor) => Promise<unknown>;
};
const ways: Way[] = [
  {
    title: 'triage assigns the duty to somebody else',
    ...{ reasonCode: 'assigned', isTold: true },
    lose: async (caseId, loser) => {
      await desk.assign(caseId, loser);
      await desk.assign(caseId, triage, { assigneeId: (await desk.named('Finch')).userId });
    },
  },
  {
    title: 'triage takes the duty back, and somebody takes it',
    ...{ reasonCode: 'withdrawn', isTold: true },
    lose: async (caseId, loser) => {
      await desk.assign(caseId, loser);
      await desk.release(caseId, triage);
      await desk.next(caseId);
    },
  },
  {
    title: 'they release the duty, and somebody takes it',
    ...{ reasonCode: 'released', isTold: false },
    lose: async (caseId, loser) => {
      await desk.assign(caseId, loser);
      await desk.release(caseId, loser);
      await desk.next(caseId);
    },
  },
  {
    title: 'they lose the permission, and somebody takes the duty',
    ...{ reasonCode: 'permission_ended', isTold: true },
    lose: async (caseId, loser) => {
      await desk.assign(caseId, loser);
      await service.announce(loser, operatorPermissions.decider);
      await desk.next(caseId);
    },
  },
  {
    title: 'their claim ends with its time, and somebody takes the duty',
    ...{ reasonCode: 'expired', isTold: false },
    lose: async (caseId, loser) => {
      await desk.claimed(caseId, loser);
      service.advanceClock(15 * 60);
      await desk.next(caseId);
    },
  },
  {
    title: 'they release the claim, and somebody takes the duty',
    ...{ reasonCode: 'released', isTold: false },
    lose: async (caseId, loser) => {
      await desk.claimed(caseId, loser, { endsAt: desk.at(), endedBecause: 'released' });
      await desk.next(caseId);
    },
  },
  {
    title: 'triage assigns the claimed case to somebody',
    ...{ reasonCode: 'assigned', isTold: false },
    lose: async (caseId, loser) => {
      const claim = await desk.claimed(caseId, loser);
      await desk.assign(caseId, triage, { assigneeId: (await desk.named('Finch')).userId });
      await desk.claimed(caseId, loser, { ...claim, endsAt: desk.at(), endedBecause: 'assigned' });
    },
  },
];

let third: Actor;
beforeEach(async () => {
  third = await desk.named('Robin', both);
});

test.each(ways)('T9 who held the work is told for 24 hours, others get the 404 of no case: $title', async (way) => {
  const loser = await desk.named('Lark', both);
  const { caseId } = await makeReviewable(service);
  await way.lose(caseId, loser);
  const told = { holder: 'Finch', reasonCode: way.reasonCode, takenAt: expect.any(String) };
  for (const answer of [
    await desk.read(caseId, loser),
    await desk.assign(caseId, loser),
    await desk.release(caseId, loser),
  ])
    expect(answer).toMatchObject(taken(told));
  const check = {
    requirementKey: 'identity',
    evidenceVersionId: randomUUID(),
    subjectId: null,
    method: 'document_review',
  };
  const checking = { actor: loser, body: { ...check, result: 'clear', reason } };
  expect(await service.post(`/verification-cases/${caseId}/checks`, checking)).toMatchObject(taken(told));
  await desk.expectStranger(caseId, third);
  const notices = (await service.emitted(workNotificationRequested.verification)).filter(
    ({ subjectId, template }) => subjectId === caseId && template === 'work_lost',
  );
  expect(notices.map(({ userId }) => userId)).toEqual(way.isTold ? [loser.userId] : []);
  const lostAt = (await desk.read(caseId, loser)).body.taken.takenAt;
  service.advanceClock((new Date(lostAt).getTime() - service.clock.now.getTime()) / 1000 + 24 * 3600);
  expect(await desk.read(caseId, loser)).toMatchObject(taken(told));
  service.advanceClock(1);
  await desk.expectStranger(caseId, loser);
});

test('T9 whoever worked on a case that is withdrawn is told', async () => {
  const reviewer = await desk.named('Lark');
  const { caseId, owner } = await makeReviewable(service);
  await desk.assign(caseId, reviewer);
  await service.post(`/verification-cases/${caseId}/withdraw`, { actor: owner, body: { reason } });
  expect(await desk.read(caseId, reviewer)).toMatchObject({ status: 200, body: { state: 'withdrawn' } });
  expect((await service.emitted(workNotificationRequested.verification)).at(-1)).toMatchObject({
    ...{ userId: reviewer.userId, template: 'work_lost', subjectId: caseId },
  });
});

test('T9 who lost work to an operator who was erased reads "former operator"', async () => {
  const [loser, holder] = [await desk.named('Lark'), await desk.named('Finch')];
  const { caseId } = await makeReviewable(service);
  await desk.assign(caseId, loser);
  await desk.assign(caseId, triage, { assigneeId: holder.userId });
  service.advanceClock(1);
  const permissions = [...operatorPermissions.reviewer];
  const erased = { userId: holder.userId, permissions, workName: null, occurredAt: desk.at() };
  await service.deliver(operatorChanged, erased);
  expect(await desk.read(caseId, loser)).toMatchObject({ body: { taken: { holder: 'former operator' } } });
});

test('T9 who saw a case free 59 seconds ago learns that it is taken and no more, 61 seconds ago nothing', async () => {
  for (const see of [
    (caseId: string, actor: Actor) => desk.read(caseId, actor),
    (caseId: string, { userId }: Actor) =>
      service.deliver(freeCasesSeen.operations, { operatorId: userId, caseIds: [caseId], seenAt: desk.at() }),
  ]) {
    const { caseId } = await makeReviewable(service);
    await see(caseId, third);
    await desk.next(caseId);
    service.advanceClock(59);
    for (const answer of [await desk.read(caseId, third), await desk.assign(caseId, third)]) {
      expect(answer).toMatchObject(taken());
      expect(answer.body).not.toHaveProperty('taken');
    }
    service.advanceClock(2);
    await desk.expectStranger(caseId, third);
  }
});

test('T9 a case that somebody holds or has claimed, or in which one had a part, is not seen as free', async () => {
  const { caseId: recommended, reviewer } = await makeRecommended(service);
  const readers = [third, triage, reviewer].map(({ userId }) => userId);
  const seen = async () =>
    (await service.emitted(freeCasesSeen.verification)).filter(({ operatorId }) => readers.includes(operatorId));
  const { caseId } = await makeReviewable(service);
  await desk.claimed(caseId, await desk.named('Lark'));
  await desk.read(caseId, third);
  await desk.read((await makeReviewable(service)).caseId, triage);
  expect((await desk.read(recommended, reviewer)).status).toBe(200);
  const own = await makeReviewable(service);
  await desk.assign(own.caseId, third);
  await desk.read(own.caseId, third);
  expect(await seen()).toEqual([]);
});

test('T9 who stands with the provider is told nothing, nor is who has no role any more', async () => {
  const [loser, conflicted] = [await desk.named('Lark'), await desk.named('Wren')];
  const made = await makeReviewable(service);
  await desk.read(made.caseId, conflicted);
  await desk.assign(made.caseId, loser);
  const { assignmentId = '' } = representative(made.providerId).assignments[0] ?? {};
  for (const { userId } of [loser, conflicted])
    await service.deliver(representativeAssigned, {
      ...{ assignmentId: userId === loser.userId ? assignmentId : randomUUID() },
      ...{ providerId: made.providerId, userId, role: 'manager' as const },
    });
  await desk.next(made.caseId);
  for (const actor of [loser, conflicted]) await desk.expectStranger(made.caseId, actor);
  expect((await service.emitted(caseChanged)).at(-1)?.lostDuties).toEqual([]);

  const { caseId, providerId } = await makeReviewable(service);
  const left = await desk.named('Swift');
  await desk.assign(caseId, left);
  await desk.assign(caseId, triage, { assigneeId: (await desk.named('Finch')).userId });
  expect(await desk.read(caseId, { ...left, permissions: [] })).toMatchObject({ status: 404 });
  const correcting = (reviewer: Actor) => requestCorrection(service, { caseId, reviewer }, ['identity']);
  expect(await correcting(left)).toMatchObject(taken());
  // The session knows of the representation before its event arrives.
  const { assignments } = representative(providerId);
  expect(await correcting({ ...left, assignments })).toMatchObject({ status: 404 });
});

test('T9 the case announces who lost a duty and why, for a day, and old claims and sightings are deleted', async () => {
  const loser = await desk.named('Lark');
  const { caseId } = await makeReviewable(service);
  await desk.claimed(caseId, loser);
  await desk.assign(caseId, loser);
  await desk.assign(caseId, triage, { assigneeId: (await desk.named('Finch')).userId });
  const announced = async () => (await service.emitted(caseChanged)).at(-1)?.lostDuties;
  expect(await announced()).toMatchObject([{ operatorId: loser.userId, because: 'assigned', lostAt: desk.at() }]);
  service.advanceClock(25 * 3600);
  await desk.assign(caseId, triage, { assigneeId: third.userId });
  expect(await announced()).toMatchObject([{ because: 'assigned', lostAt: desk.at() }]);
  const tasks = [forgottenClaims, forgottenSightings];
  await prune({ db: service.db, log: openLog('verification', 'silent'), tasks, now: service.clock.now });
  expect(await service.db.selectFrom('case_claim').selectAll().execute()).toEqual([]);
  expect(await service.db.selectFrom('free_sighting').selectAll().execute()).toEqual([]);
});
