import { evidenceWithdrawn } from '@trust/contracts/events/evidence';
import { caseChanged, evidenceRefused } from '@trust/contracts/events/verification';
import { operator } from '@trust/service-testing/actors';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  checkAppeal,
  decideAppeal,
  makeAppealInReview,
  makeDecided,
  makeReviewed,
  overturnAppeal,
  overturning,
} from '../../../test/appeals.ts';
import { pass, submit } from '../../../test/make.ts';
import { startVerification, type Verification } from '../../../test/service.ts';
import { expireOverdueCases, reviewLapsedEvidence } from '../opening-and-ending/run-deadlines.ts';

let service: Verification;
let start: Date;
beforeAll(async () => {
  service = await startVerification({ connections: 4 });
  start = service.clock.now;
});
afterEach(() => {
  service.clock.now = start;
});
afterAll(() => service[Symbol.asyncDispose]());

type Version = Awaited<ReturnType<typeof submit>>;
type InAppeal = Awaited<ReturnType<typeof makeAppealInReview>>;

const day = 86_400;
const code = (errorCode: string) => ({ status: 409, body: { errors: [{ code: errorCode }] } });
const readCase = async (caseId: string | null) =>
  (await service.get(`/verification-cases/${caseId}`, { actor: operator('triage') })).body;
const dueAt = async ({ caseId, appealId, owner }: InAppeal): Promise<string> =>
  (await service.get(`/verification-cases/${caseId}/appeals/${appealId}`, { actor: owner })).body.evidenceDueAt;
async function send(made: InAppeal, requirementKey: string): Promise<Version> {
  const version = await submit(service, made, made.evidenceCaseId ?? '', requirementKey);
  await pass(service, version);
  return version;
}
const withdraw = ({ evidenceVersionId, evidenceId, caseId, providerId, requirementKey }: Version) =>
  service.deliver(evidenceWithdrawn, {
    ...{ evidenceVersionId, evidenceId, caseId, providerId, requirementKey },
    occurredAt: service.clock.now.toISOString(),
  });
const refusals = async ({ evidenceVersionId: id }: Version) =>
  (await service.emitted(evidenceRefused)).filter((one) => one.evidenceVersionId === id).map(({ reason }) => reason);
const states = async (made: InAppeal) =>
  (await service.emitted(caseChanged))
    .filter(({ caseId }) => caseId === made.evidenceCaseId)
    .map(({ state }) => state)
    .filter((state, index, all) => state !== all[index - 1]);

const newEvidence = { grounds: ['new_evidence'], newEvidenceFor: ['licence'] };
const twoDocuments = { grounds: ['new_evidence'], newEvidenceFor: ['identity', 'licence'] };

test('withdrawing a new document again and again extends no deadline of an appeal', async () => {
  const made = await makeAppealInReview(service, await makeReviewed(service), newEvidence);
  const due = await dueAt(made);
  for (const days of [1, 12]) {
    service.advanceClock(days * day);
    await withdraw(await send(made, 'licence'));
    expect(await readCase(made.evidenceCaseId)).toMatchObject({ state: 'awaiting_correction', correctionDueAt: due });
    expect(await decideAppeal(service, made)).toMatchObject(code('evidence_awaited'));
  }
  service.clock.now = new Date(Date.parse(due));
  const late = await submit(service, made, made.evidenceCaseId ?? '', 'licence');
  expect(await refusals(late)).toEqual(['case_moved_on']);
  expect((await decideAppeal(service, made)).body).toMatchObject({ state: 'upheld' });
  expect((await readCase(made.evidenceCaseId)).state).toBe('expired');
});

test('what a provider withdraws after the deadline of an appeal is not awaited, and the rest counts', async () => {
  const made = await makeAppealInReview(service, await makeDecided(service), twoDocuments);
  const [identity] = [await send(made, 'identity'), await send(made, 'licence')];
  service.advanceClock(14 * day);
  await withdraw(identity);
  expect((await readCase(made.evidenceCaseId)).state).toBe('in_review');
  expect(await refusals(await submit(service, made, made.evidenceCaseId ?? '', 'identity'))).toEqual(['case_moved_on']);
  expect(await overturnAppeal(service, made, overturning)).toMatchObject(code('check_missing'));
  expect((await checkAppeal(service, made)).status).toBe(201);
  expect((await overturnAppeal(service, made, overturning)).status).toBe(201);
  expect((await readCase(made.evidenceCaseId)).state).toBe('closed');
});

test('an appeal is decided on the documents that came in their time, and later ones are refused', async () => {
  const made = await makeAppealInReview(service, await makeDecided(service), twoDocuments);
  await send(made, 'licence');
  service.advanceClock(14 * day - 1);
  expect(await overturnAppeal(service, made, overturning)).toMatchObject(code('evidence_awaited'));
  service.advanceClock(1);
  for (const key of ['licence', 'identity'])
    expect(await refusals(await submit(service, made, made.evidenceCaseId ?? '', key))).toEqual(['case_moved_on']);
  expect(await overturnAppeal(service, made, overturning)).toMatchObject(code('check_missing'));
  await reviewLapsedEvidence(service.app);
  expect((await readCase(made.evidenceCaseId)).state).toBe('in_review');
  expect((await checkAppeal(service, made)).status).toBe(201);
  const { body } = await overturnAppeal(service, made, overturning);
  expect(body).toMatchObject({ state: 'overturned' });
  expect(await states(made)).toEqual(['awaiting_evidence', 'in_review', 'closed']);
});

test('M4 the deadline of an appeal sends to review what came, and expires only what has no document', async () => {
  const [some, none] = [
    await makeAppealInReview(service, await makeDecided(service), twoDocuments),
    await makeAppealInReview(service, await makeDecided(service), newEvidence),
  ];
  await send(some, 'licence');
  await withdraw(await send(some, 'identity'));
  await withdraw(await send(none, 'licence'));
  service.advanceClock(14 * day);
  await Promise.all([expireOverdueCases(service.app), reviewLapsedEvidence(service.app)]);
  const read = async () => [await readCase(some.evidenceCaseId), await readCase(none.evidenceCaseId)];
  expect(await read()).toMatchObject([{ state: 'in_review' }, { state: 'expired' }]);
});

test('M4 the database accepts no deadline of a new document that is later than that of its appeal', async () => {
  const made = await makeAppealInReview(service, await makeDecided(service), newEvidence);
  await send(made, 'licence');
  const due = Date.parse(await dueAt(made));
  const wait = (at: number) =>
    service.db
      .updateTable('verification_case')
      .set({ state: 'awaiting_correction', correction_due_at: new Date(at) })
      .where('id', '=', made.evidenceCaseId)
      .execute();
  await expect(wait(due + 1)).rejects.toThrow(/deadline of its appeal/);
  await wait(due);
  await expect(wait(due + 1)).rejects.toThrow(/deadline of its appeal/);
});
