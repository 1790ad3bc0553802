import { randomUUID } from 'node:crypto';
import { emergencyActionChanged } from '@trust/contracts/events/operations';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assignedTo, contractFor, evidenceOf, intentsPath, makeCase, makeReviewable, pdf } from '../../../test/make.ts';
import { type Evidence, pathOf, startEvidence } from '../../../test/service.ts';

let evidence: Evidence;
beforeAll(async () => {
  evidence = await startEvidence();
});
afterAll(() => evidence[Symbol.asyncDispose]());

function freeze(targetId: string, hours: number, actionId: string = randomUUID()) {
  const at = evidence.clock.now;
  return evidence.deliver(emergencyActionChanged, {
    actionId,
    kind: 'freeze_case',
    targetId,
    startedAt: at.toISOString(),
    endsAt: new Date(at.getTime() + hours * 3_600_000).toISOString(),
    occurredAt: at.toISOString(),
  });
}

const frozen = {
  status: 409,
  body: { detail: expect.stringContaining('An emergency action freezes this case until') },
};

async function makeFrozen() {
  const made = await makeCase(evidence);
  const reviewer = operator('reviewer');
  const { grantsPath, evidenceId } = await makeReviewable(evidence, made, reviewer.userId);
  const path = `${evidenceOf(made)}/${evidenceId}`;
  const { caseId: _case, requirementKey: _key, documentKind: _kind, ...replacement } = contractFor(made, pdf());
  const grant = (actor = reviewer) => evidence.post(grantsPath, { actor, body: { reason: 'To check the document.' } });
  const replace = () =>
    evidence.post(`${path}/replace`, {
      actor: made.rep,
      headers: { 'idempotency-key': randomUUID() },
      body: replacement,
    });
  const withdraw = () => evidence.delete(path, { actor: made.rep });
  return { made, reviewer, path, grant, replace, withdraw };
}

test('a frozen case keeps its evidence and opens no grant until the freeze ends; open grants stay', async () => {
  const { made, reviewer, path, grant, replace, withdraw } = await makeFrozen();
  const { body: opened } = await grant();
  await freeze(made.caseId, 1);
  for (const write of [grant, replace, withdraw]) expect(await write()).toMatchObject(frozen);
  expect((await grant(operator('reviewer'))).status).toBe(404);
  expect((await evidence.get(pathOf(opened.url), { actor: reviewer })).status).toBe(200);
  const { body } = await evidence.get(path, { actor: made.rep });
  expect(body).toMatchObject({ versionCount: 1, version: { processing: 'available' } });

  evidence.advanceClock(3600);
  expect((await grant()).status).toBe(201);
  await made.change({ state: 'awaiting_correction', duties: assignedTo({ review: reviewer.userId }) });
  expect((await replace()).status).toBe(201);
  expect((await withdraw()).status).toBe(204);
});

test('a lifted freeze has no effect, and uploads for the case arrive all the time', async () => {
  const { made, grant } = await makeFrozen();
  const actionId = randomUUID();
  await freeze(made.caseId, 24, actionId);
  expect(await grant()).toMatchObject(frozen);
  await made.change({ state: 'awaiting_correction' });
  const upload = { actor: made.rep, body: contractFor(made, pdf()) };
  expect((await evidence.post(intentsPath, upload)).status).toBe(201);
  await made.change({ state: 'in_review' });
  await freeze(made.caseId, 0, actionId);
  expect((await grant()).status).toBe(201);
});

test('a freeze that arrives before its case is in force', async () => {
  const caseId = randomUUID();
  await freeze(caseId, 1);
  const reviewer = operator('reviewer');
  const made = await makeCase(evidence, { caseId });
  const { grantsPath } = await makeReviewable(evidence, made, reviewer.userId);
  expect(await evidence.post(grantsPath, { actor: reviewer, body: { reason: 'To check it.' } })).toMatchObject(frozen);
});

test('a freeze is of one case, and no other emergency action freezes it', async () => {
  const [other, { made, grant }] = [await makeCase(evidence), await makeFrozen()];
  await freeze(other.caseId, 1);
  const at = evidence.clock.now.toISOString();
  const endsAt = new Date(evidence.clock.now.getTime() + 3_600_000).toISOString();
  for (const kind of ['withhold_claim', 'revoke_sessions'] as const)
    await evidence.deliver(emergencyActionChanged, {
      ...{ actionId: randomUUID(), kind, targetId: made.caseId },
      ...{ startedAt: at, endsAt, occurredAt: at },
    });
  expect((await grant()).status).toBe(201);
});
