import { evidenceRejected } from '@trust/contracts/events/evidence';
import { serviceRemoved } from '@trust/contracts/events/provider';
import { caseChanged, caseOpened } from '@trust/contracts/events/verification';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decide, makeProvider, makeRecommended, makeReviewable, makeVersion, type Provider } from '../../test/make.ts';
import { assignRaw } from '../../test/raw-decision.ts';
import { startVerification, type Verification } from '../../test/service.ts';
import { type NewCase, openCase } from './open-and-withdraw.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

type KindOf = { kind: 'initial' | 'renewal' } | { kind: 'review'; reviewedCaseId: string };
const open = ({ providerId, categoryKey, requirementVersionId, selectionId }: Omit<Provider, 'owner'>, kind: KindOf) =>
  service.db.transact((trx) =>
    openCase(trx, service.app, { providerId, categoryKey, requirementVersionId, selectionId, ...kind } as NewCase),
  );

async function makeDecided() {
  const made = await makeRecommended(service);
  const decider = operator('decider');
  expect((await decide(service, made.caseId, { actor: decider })).status).toBe(201);
  return { ...made, decider };
}

test('M4 opening a case closes a lapsed one of the category as `expired` in the same transaction', async () => {
  const made = await makeReviewable(service);
  const { providerId, caseId } = made;
  const rejected = await service.db
    .selectFrom('evidence_version')
    .select(['id as evidenceVersionId', 'requirement_key as requirementKey'])
    .where('case_id', '=', caseId)
    .executeTakeFirstOrThrow();
  const occurredAt = service.clock.now.toISOString();
  await service.deliver(evidenceRejected, { ...rejected, caseId, providerId, reason: 'malware', occurredAt });
  expect(await open(made, { kind: 'initial' })).toBeUndefined();
  service.advanceClock(14 * 86_400);
  expect(await open(made, { kind: 'initial' })).toMatchObject({ kind: 'initial', state: 'awaiting_evidence' });
  const changes = (await service.emitted(caseChanged)).filter((payload) => payload.caseId === caseId);
  expect(changes.at(-1)).toMatchObject({ state: 'expired' });
  const opened = (await service.emitted(caseOpened)).filter((payload) => payload.providerId === providerId);
  expect(opened).toMatchObject([{ kind: 'initial' }, { kind: 'initial' }]);
});

test('M1 the database rejects a case whose kind does not fit claims, decisions and versions', async () => {
  const fresh = await makeProvider(service);
  await expect(open(fresh, { kind: 'renewal' })).rejects.toThrow(/needs a current or recently expired claim/);
  const [decided, other] = [await makeDecided(), await makeDecided()];
  const review = { kind: 'review', reviewedCaseId: decided.caseId } as const;
  await expect(open(other, review)).rejects.toThrow(/reviewed_case_is_of_the_provider/);
  const { id } = (await open(decided, { kind: 'renewal' })) ?? {};
  const { providerId, selectionId, categoryKey } = decided;
  await expect(open(decided, { kind: 'review', reviewedCaseId: id ?? '' })).rejects.toThrow(/needs a decided case/);

  await makeVersion(service, { categoryKey, number: 2 });
  await expect(open(decided, { kind: 'initial' })).rejects.toThrow(/active requirement version/);
  expect(await open(decided, review)).toBeUndefined();
  await service.deliver(serviceRemoved, { providerId, selectionId, categoryKey });
  await expect(open(decided, review)).rejects.toThrow(/version of an active selection/);
});

test('Z3 the database rejects the reviewer and the decider of the reviewed case as assignees of its review', async () => {
  const decided = await makeDecided();
  const review = await open(decided, { kind: 'review', reviewedCaseId: decided.caseId });
  const { caseId, reviewer } = await makeReviewable(service, decided).then((made) => ({ ...decided, ...made }));
  expect(caseId).toBe(review?.id);
  for (const person of [reviewer, decided.decider]) {
    const permitted = await service.known({ ...person, permissions: [...reviewer.permissions, ...person.permissions] });
    const assignment = assignRaw(caseId, permitted.userId, 'review').execute(service.db);
    await expect(assignment).rejects.toThrow(/reviewed or decided the reviewed case/);
  }
});
