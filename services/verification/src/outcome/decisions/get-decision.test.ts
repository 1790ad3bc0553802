import { randomUUID } from 'node:crypto';
import { auditRecorded } from '@trust/contracts/events/any';
import { operator, person, representative } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decide, granting, makeAssigned, makeRecommended, reason } from '../../../test/make.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

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
      reasonCodes: ['documents_consistent'],
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

test('the receipt gives representatives reasons, what was considered, limitations, validity and the appeal', async () => {
  const { owner, path, decision, caseId } = await makeDecided();
  const french = { actor: owner, headers: { 'accept-language': 'fr' } };
  expect(await service.get(`${path}/receipt`, french)).toMatchObject({
    status: 200,
    body: {
      decisionId: decision.id,
      caseId,
      outcome: 'verified',
      status: 'in_force',
      policyVersion: '2026-11',
      requirementVersion: 1,
      reasons: [{ code: 'documents_consistent', text: 'Les documents concordent entre eux et avec le profil.' }],
      claims: [
        {
          type: 'identity_confirmed',
          label: { en: 'The identity', fr: 'La pièce identity' },
          result: 'granted',
          evidenceKind: 'identity_document',
          method: 'document_review',
          limitations: [{ en: 'Says nothing beyond the identity.', fr: 'Ne dit rien au-delà de identity.' }],
          validUntil: decision.claims[0].validUntil,
        },
        { type: 'licence_confirmed', result: 'refused', limitations: [], validUntil: null },
      ],
      // 15 working days after Monday, 5 January 2026, in Paris.
      appeal: { isPossible: true, endsAt: '2026-01-26T23:00:00.000Z', instructions: expect.stringMatching(/recours/) },
    },
  });
});

test('D1 neither receipt contains an operator or a private reason, and only representatives get it', async () => {
  const { owner, path, decider, reviewer } = await makeDecided();
  const html = { actor: owner, headers: { accept: 'text/html', 'accept-language': 'fr' } };
  const page = await service.get(`${path}/receipt`, html);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
  const written = String(page.body);
  for (const part of ['<html lang="fr">', '@media print', 'Les documents concordent', 'Accordée', '27 janvier 2026'])
    expect(written).toContain(part);
  expect(written).not.toMatch(/<script|https?:/);
  const { body } = await service.get(`${path}/receipt`, { actor: owner });
  for (const text of [written, JSON.stringify(body)])
    for (const secret of [decider.userId, reviewer.userId, reason]) expect(text).not.toContain(secret);
  for (const actor of [person(), decider, operator('triage'), representative(randomUUID())])
    expect((await service.get(`${path}/receipt`, { actor })).status).toBe(404);
});
