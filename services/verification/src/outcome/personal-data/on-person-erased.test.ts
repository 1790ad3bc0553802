import type { Actor } from '@trust/contracts/actor';
import { personErased } from '@trust/contracts/events/identity';
import { exportPersonalData } from '@trust/service-testing/personal-data';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  appeal,
  decideAppeal,
  makeAppeal,
  makeAppealInReview,
  makeDecided,
  overturnAppeal,
  statement,
} from '../../../test/appeals.ts';
import { check, makeAssigned, reason } from '../../../test/make.ts';
import { requestCorrection } from '../../../test/make-correction.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ connections: 4 });
});
afterAll(() => service[Symbol.asyncDispose]());

type Appealed = { caseId: string; appealId: string };

const erase = ({ userId }: Actor) =>
  service.deliver(personErased, { userId, contacts: [], erasedAt: service.clock.now.toISOString() });
const pathOf = ({ caseId, appealId }: Appealed) => `/verification-cases/${caseId}/appeals/${appealId}`;

const statementOf = async ({ appealId }: Appealed) => {
  const row = await service.db.selectFrom('appeal').select('statement').where('id', '=', appealId).executeTakeFirst();
  return row?.statement;
};

test('P2 deletes the statements of an erased person, once, and no others', async () => {
  const [made, other] = [await makeDecided(service), await makeDecided(service)];
  const [own, kept] = [await makeAppeal(service, made), await makeAppeal(service, other)];
  await erase(made.owner);
  await erase(made.owner);
  expect([await statementOf(own), await statementOf(kept)]).toEqual([null, statement]);
  // A request may have begun before.
  const late = await makeDecided(service);
  await erase(late.owner);
  expect((await appeal(service, late)).status).toBe(401);
});

test('P2 view, list and receipt of an appeal say that its statement was erased', async () => {
  const made = await makeAppealInReview(service, await makeDecided(service));
  await erase(made.owner);
  // Another representative of the provider would read the same.
  const { body } = await service.get(pathOf(made), { actor: made.owner });
  expect(body).toMatchObject({
    view: 'provider',
    state: 'in_review',
    grounds: ['evidence_misjudged'],
    statement: null,
  });
  const list = await service.get(`/verification-cases/${made.caseId}/appeals`, { actor: made.owner });
  expect(list.body.items).toMatchObject([{ statement: null }]);
  const receipt = (accept: string) =>
    service.get(`${pathOf(made)}/receipt`, { actor: made.owner, headers: { accept, 'accept-language': 'fr' } });
  expect((await receipt('application/json')).body).toMatchObject({ statement: null });
  expect(String((await receipt('text/html')).body)).toContain('Effacé avec le compte de la personne qui l’a rédigé.');
});

test.each(['upheld', 'overturned'])('an appeal in review can be %s without its statement', async (outcome) => {
  const made = await makeAppealInReview(service, await makeDecided(service));
  await erase(made.owner);
  const { body } = await service.get(pathOf(made), { actor: made.assignee });
  expect(body).toMatchObject({ view: 'operator', statement: null, submittedById: made.owner.userId });
  const decided = await (outcome === 'upheld' ? decideAppeal(service, made) : overturnAppeal(service, made));
  expect(decided).toMatchObject({ status: 201, body: { state: outcome, statement: null } });
});

test('P2 the database accepts no other change of a statement, and no appeal without one', async () => {
  const [appealed, decided] = [await makeDecided(service), await makeDecided(service)];
  const made = await makeAppeal(service, appealed);
  const refused = { message: 'the statement of an appeal is immutable, but for its erasure' };
  const set = (text: string | null) =>
    sql`update appeal set statement = ${text} where id = ${made.appealId}`.execute(service.db);
  await expect(set('Another statement, long enough for the check.')).rejects.toMatchObject(refused);
  await set(null);
  await expect(set(statement)).rejects.toMatchObject(refused);
  await expect(
    sql`insert into appeal (id, case_id, decision_id, appealed_decider_id, grounds, submitted_by, submitted_at)
      select gen_random_uuid(), case_id, id, decider_id, '{evidence_misjudged}', ${decided.owner.userId}, decided_at
      from decision where id = ${decided.decisionId}`.execute(service.db),
  ).rejects.toMatchObject(refused);
});

test('P2 the export has what a representative typed in appeals, and no words of others', async () => {
  const made = await makeDecided(service);
  const { appealId } = await makeAppeal(service, made);
  const { file, parts } = await exportPersonalData(service, 'verification', made.owner.userId);
  const appeal = { id: appealId, caseId: made.caseId, decisionId: made.decisionId, grounds: ['evidence_misjudged'] };
  expect(file.appeals).toEqual([expect.objectContaining({ ...appeal, state: 'submitted' })]);
  const writtenAt = service.clock.now.toISOString();
  expect(file.writings).toEqual([
    { record: 'appeal', field: 'statement', text: statement, writtenAt: expect.any(String) },
  ]);
  expect(Date.parse(file.writings[0].writtenAt)).toBeLessThanOrEqual(Date.parse(writtenAt));
  expect(JSON.stringify(parts)).not.toContain(appealId);
});

test('P2 the export has the corrections and reasons of an operator, and an erasure leaves them', async () => {
  const { reviewer, caseId } = await makeAssigned(service);
  const checked = { requirementKey: 'identity', method: 'document_review', result: 'clear' };
  expect((await check(service, { reviewer, caseId }, checked)).status).toBe(201);
  expect((await requestCorrection(service, { reviewer, caseId }, ['licence'])).status).toBe(201);
  const texts = async () => {
    const { file } = await exportPersonalData(service, 'verification', reviewer.userId);
    return file.writings.map(({ record, text }: { record: string; text: string }) => `${record}: ${text}`);
  };
  const typed = [
    `case_check: ${reason}`,
    'correction_item: Please scan the licence again.',
    `correction_request: ${reason}`,
  ];
  expect(await texts()).toEqual(typed);
  await erase(reviewer);
  expect(await texts()).toEqual(typed);
});
