import { randomUUID } from 'node:crypto';
import { auditRecorded } from '@trust/contracts/events/any';
import { operator, person } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decide, granting, makeAssigned, makeRecommended, reason } from '../../test/make.ts';
import { startVerification, type Verification } from '../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

async function makeDecided() {
  const made = await makeRecommended(service);
  const decider = operator('decider');
  const { body } = await decide(service, made.caseId, { actor: decider, claims: granting('identity_confirmed') });
  const path = `/verification-cases/${made.caseId}/decisions/${body.id}`;
  return { ...made, decider, decision: body, path };
}

test('returns the recorded decision with reason, duties and audit entry id', async () => {
  const { decider, decision, path, reviewer } = await makeDecided();
  const answer = await service.get(path, { actor: decider });
  expect(answer).toMatchObject({
    status: 200,
    body: {
      outcome: 'verified',
      reason,
      reasonCodes: ['all_checks_clear'],
      claims: [
        { type: 'identity_confirmed', method: 'document_review', result: 'granted', claimId: expect.any(String) },
        { type: 'licence_confirmed', method: 'document_review', result: 'refused', claimId: null, validUntil: null },
      ],
      separationOfDuties: { recommenderId: reviewer.userId, deciderId: decider.userId, distinct: true },
    },
  });
  expect(answer.body).toEqual(decision);
  const { rows } = await sql`select payload ->> 'action' as action from outbox
    where id = ${answer.body.auditEntryId} and type = ${auditRecorded.verification.type}`.execute(service.db);
  expect(rows).toEqual([{ action: 'createDecision' }]);
});

test('D2 decider, reviewer and assigners can read a decision; others get 404', async () => {
  const { caseId, decider, reviewer, owner, path, decision } = await makeDecided();
  const status = async (actor = decider, at = path) => (await service.get(at, { actor })).status;
  for (const actor of [decider, reviewer, operator('triage')]) expect(await status(actor)).toBe(200);
  for (const actor of [
    operator('decider'),
    operator('reviewer'),
    operator('triage', { assignments: owner.assignments }),
  ])
    expect(await status(actor)).toBe(404);
  for (const actor of [owner, person(), operator('auditor')]) expect(await status(actor)).toBe(403);

  const other = await makeAssigned(service);
  const elsewhere = `/verification-cases/${other.caseId}/decisions/${decision.id}`;
  expect(await status(operator('triage'), elsewhere)).toBe(404);
  const unknown = `/verification-cases/${caseId}/decisions/${randomUUID()}`;
  expect(await status(operator('triage'), unknown)).toBe(404);
});
