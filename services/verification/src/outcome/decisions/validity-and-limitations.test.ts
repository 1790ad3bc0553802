import { claimChanged } from '@trust/contracts/events/claims';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { check, decide, makeAssigned, makeRecommended, recommend } from '../../../test/make.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

const claimEvents = async (providerId: string) =>
  (await service.emitted(claimChanged)).filter((payload) => payload.providerId === providerId);
const days = (count: number) => new Date(service.clock.now.getTime() + count * 86_400_000).toISOString();

test('a claim has the limitations of requirement, check and recommendation', async () => {
  const made = await makeAssigned(service);
  await check(service, made, { requirementKey: 'identity', limitations: ['Copy in black and white.'] });
  await check(service, made, { requirementKey: 'licence', method: 'register_check' });
  const limitations = ['Until the original is shown.'];
  await recommend(service, made, { outcome: 'verified_with_limitations', limitations, reasonCodes: ['copy_only'] });
  const { body } = await decide(service, made.caseId, {
    outcome: 'verified_with_limitations',
    claims: [
      {
        type: 'identity_confirmed',
        result: 'granted',
        validUntil: days(30),
      },
      { type: 'licence_confirmed', result: 'granted' },
    ],
  });
  expect(body.claims).toMatchObject([
    {
      limitations: [
        { en: 'Says nothing beyond the identity.', fr: 'Ne dit rien au-delà de identity.' },
        { en: 'Copy in black and white.', fr: 'Copy in black and white.' },
        { en: 'Until the original is shown.', fr: 'Until the original is shown.' },
      ],
    },
    { limitations: [{ en: 'Says nothing beyond the licence.', fr: 'Ne dit rien au-delà de licence.' }, {}] },
  ]);
  expect(await claimEvents(made.providerId)).toMatchObject([
    {
      limitations: ['Says nothing beyond the identity.', 'Copy in black and white.', 'Until the original is shown.'],
      validUntil: days(30),
    },
    { method: 'register_check', validUntil: days(180) },
  ]);
});

test('a claim that should outlast its policy is refused with the latest time', async () => {
  const made = await makeRecommended(service);
  const until = (validUntil: string) => [
    { type: 'identity_confirmed', result: 'granted' },
    { type: 'licence_confirmed', result: 'granted', validUntil },
  ];
  const oneMore = new Date(Date.parse(days(180)) + 1).toISOString();
  expect(await decide(service, made.caseId, { claims: until(oneMore) })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'claims.1.validUntil', code: 'beyond_policy', allowed: [days(180)] }] },
  });
  expect((await decide(service, made.caseId, { claims: until(days(180)) })).status).toBe(201);
});

test('verified with limitations needs one beyond those of the type, in a claim that is granted', async () => {
  const outcome = 'verified_with_limitations';
  const made = await makeAssigned(service);
  await check(service, made, { requirementKey: 'identity', limitations: ['Until the original is shown.'] });
  await check(service, made, { requirementKey: 'licence' });
  await recommend(service, made, { outcome });
  const missing = { status: 400, body: { errors: [{ field: 'claims', code: 'limitation_required' }] } };
  const licence = { type: 'licence_confirmed', result: 'granted', limitations: ['Says nothing beyond the licence.'] };
  expect(await decide(service, made.caseId, { outcome, claims: [licence] })).toMatchObject(missing);
  expect((await decide(service, made.caseId, { outcome })).status).toBe(201);
});
