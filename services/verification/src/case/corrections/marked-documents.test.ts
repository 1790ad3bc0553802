import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAssigned, reason } from '../../../test/make.ts';
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
