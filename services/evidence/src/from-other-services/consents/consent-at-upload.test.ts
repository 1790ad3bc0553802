import { randomUUID } from 'node:crypto';
import { consentChanged, personErased } from '@trust/contracts/events/identity';
import { policies } from '@trust/contracts/policies';
import { representative } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consent, contractFor, intentsPath, makeCase, makeIntent, pdf } from '../../../test/make.ts';
import { type Evidence, startEvidence } from '../../../test/service.ts';

let evidence: Evidence;
beforeAll(async () => {
  evidence = await startEvidence();
});
afterAll(() => evidence[Symbol.asyncDispose]());

const consentRequired = {
  status: 409,
  body: {
    type: 'http://trust.test/problems/consent-required',
    errors: [{ field: 'evidence-processing', code: 'consent_missing' }],
  },
};

test('returns 409 with policy and Retry-After without consent', async () => {
  const made = await makeCase(evidence);
  const rep = representative(made.providerId);
  const body = contractFor(made, pdf());
  const byWorkspace = await evidence.post(intentsPath, { actor: rep, body });
  expect(byWorkspace).toMatchObject(consentRequired);
  expect(byWorkspace.headers.get('retry-after')).toBe('1');
  const byProvider = await evidence.post(`/providers/${made.providerId}/evidence/upload-sessions`, {
    actor: rep,
    body,
    headers: { 'idempotency-key': randomUUID() },
  });
  expect(byProvider).toMatchObject(consentRequired);
  expect((await evidence.get(intentsPath, { actor: rep })).body.items).toEqual([]);

  await consent(evidence, rep.userId);
  expect((await evidence.post(intentsPath, { actor: rep, body })).status).toBe(201);
});

test('consent to an older version of the policy is not enough', async () => {
  const made = await makeCase(evidence);
  const rep = representative(made.providerId);
  const older = { userId: rep.userId, policyKey: 'evidence-processing', version: '2020-01', granted: true } as const;
  await evidence.deliver(consentChanged, { ...older, occurredAt: evidence.clock.now.toISOString() });
  expect(await evidence.post(intentsPath, { actor: rep, body: contractFor(made, pdf()) })).toMatchObject(
    consentRequired,
  );
  expect(policies['evidence-processing'].version).not.toBe('2020-01');
});

test('after a withdrawal an interrupted upload gets no new session', async () => {
  const made = await makeCase(evidence);
  const intent = await makeIntent(evidence, made);
  await evidence.put(`${intent.path}/interrupted`, { actor: made.rep });
  await consent(evidence, made.rep.userId, false);
  expect(await evidence.post(`${intent.path}/retry`, { actor: made.rep })).toMatchObject(consentRequired);
  await consent(evidence, made.rep.userId);
  expect((await evidence.post(`${intent.path}/retry`, { actor: made.rep })).status).toBe(200);
});

test('P2 deletes the consents of an erased person, and keeps that one was withdrawn', async () => {
  for (const isWithdrawn of [false, true]) {
    const { userId } = (await makeCase(evidence)).rep;
    const kept = () => evidence.db.selectFrom('upload_consent').select('granted').where('person_id', '=', userId);
    if (isWithdrawn) await consent(evidence, userId, false);
    expect(await kept().execute()).toEqual([{ granted: !isWithdrawn }]);
    await evidence.deliver(personErased, { userId, contacts: [], erasedAt: evidence.clock.now.toISOString() });
    expect(await kept().execute()).toEqual(isWithdrawn ? [{ granted: false }] : []);
  }
});
