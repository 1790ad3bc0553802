import { afterAll, expect, test } from 'vitest';
import { colleague, contractFor, intentsPath, makeCase, makeIntent, pdf } from '../../../test/make.ts';
import { startEvidence } from '../../../test/service.ts';

const evidence = await startEvidence({ limits: { 'upload-session': 2, 'refused-request': 3 } });
afterAll(() => evidence[Symbol.asyncDispose]());

const limited = { status: 429, body: { type: 'http://trust.test/problems/rate-limited' } };

test('U8 L1 a refused upload takes no session of its provider, and is limited for its person', async () => {
  const made = await makeCase(evidence);
  const wrong = { ...contractFor(made, pdf()), requirementKey: 'not-asked' };
  const refused = await evidence.post(intentsPath, { actor: made.rep, body: wrong });
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ code: 'not_asked' }] } });
  expect(refused.headers.get('ratelimit')).toMatch(/"refused-request";r=2;.*"upload-session";r=2;/);
  const retried = await makeIntent(evidence, made);
  const retry = () => evidence.post(`${intentsPath}/${retried.id}/retry`, { actor: made.rep });
  expect(await retry()).toMatchObject({ status: 409 });
  expect(await retry()).toMatchObject({ status: 409 });
  expect(await retry()).toMatchObject(limited);
  expect(await evidence.post(intentsPath, { actor: made.rep, body: wrong })).toMatchObject(limited);

  const actor = await colleague(evidence, made.providerId);
  const send = () => evidence.post(intentsPath, { actor, body: contractFor(made, pdf()) });
  expect((await send()).status).toBe(201);
  expect(await send()).toMatchObject(limited);
});
