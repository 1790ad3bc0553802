import { randomUUID } from 'node:crypto';
import { evidenceWithdrawn } from '@trust/contracts/events/evidence';
import { caseChanged, evidenceRefused } from '@trust/contracts/events/verification';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { versionsOf } from '../../../test/earlier-evidence.ts';
import { caseOf, makeAssigned, pass, reason, submit } from '../../../test/make.ts';
import { requestCorrection } from '../../../test/make-correction.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

test('T2 who marks a document has read it whole, unless nobody can or may read it', async () => {
  const made = await makeAssigned(service);
  const mark = (reasonCodes: string[], text = 'Please send the certificate of this year.') =>
    service.post(`/verification-cases/${made.caseId}/correction-requests`, {
      actor: made.reviewer,
      body: { requirements: [{ requirementKey: 'licence', reasonCodes, text }], reason },
    });
  const unread = { field: 'requirements.0.requirementKey', code: 'not_read' };
  for (const codes of [
    ['document_expired'],
    ['document_illegible', 'document_expired'],
    ['consent_missing', 'wrong_document'],
  ])
    expect(await mark(codes)).toMatchObject({ status: 409, body: { errors: [unread] } });
  const contact = 'Pay and call 06 12 34 56 78, or write to reviewer@example.test.';
  const disclosed = { field: 'requirements.0.text', code: 'private_data' };
  expect(await mark(['document_illegible'], contact)).toMatchObject({ status: 400, body: { errors: [disclosed] } });
  const marked = await mark(['document_illegible', 'consent_missing']);
  expect(marked).toMatchObject({
    status: 201,
    body: { requirements: [{ reasonCodes: ['document_illegible', 'consent_missing'] }] },
  });
});

test('a requirement that is marked as final takes no other document, also if its own is gone', async () => {
  const made = await makeAssigned(service);
  const { caseId, providerId } = made;
  const [, licence] = await versionsOf(service, made);
  await requestCorrection(service, made, ['identity', ['licence', 'document_not_authentic']]);
  const awaited = async () =>
    (await service.emitted(caseChanged)).findLast((payload) => payload.caseId === caseId)?.awaitedKeys;
  // Evidence may have withdrawn it before it heard of the mark.
  const version = { evidenceVersionId: licence?.id ?? '', evidenceId: licence?.evidence_id ?? '' };
  const occurredAt = service.clock.now.toISOString();
  await service.deliver(evidenceWithdrawn, { ...version, caseId, providerId, requirementKey: 'licence', occurredAt });
  expect(await awaited()).toEqual(['identity']);
  const { evidenceVersionId } = await submit(service, made, caseId, 'licence');
  const refused = (await service.emitted(evidenceRefused)).filter((one) => one.caseId === caseId);
  expect(refused).toMatchObject([{ evidenceVersionId, reason: 'marked_final' }]);
  await pass(service, await submit(service, made, caseId, 'identity'));
  expect(await caseOf(service, made)).toMatchObject({ state: 'awaiting_correction' });
  expect(await awaited()).toEqual([]);
  const insert = sql`insert into evidence_version (id, evidence_id, case_id, requirement_key, document_kind, uploaded_by, confirmed_at)
    values (${randomUUID()}, ${randomUUID()}, ${caseId}, 'licence', 'any', ${randomUUID()}, now())`;
  await expect(insert.execute(service.db)).rejects.toThrow(/does not await this evidence/);
});
