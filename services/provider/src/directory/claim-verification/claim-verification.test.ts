import { randomUUID } from 'node:crypto';
import { operator } from '@trust/service-testing/actors';
import { generateKeyPair, SignJWT } from 'jose';
import QrCode from 'qrcode';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeClaim, makePublished, transition } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const day = 86_400;
const verify = async (body: unknown) => {
  const answer = await service.post('/public/claims/verify', { body });
  expect(answer.status).toBe(200);
  return answer.body;
};
const batch = (...items: unknown[]) => service.post('/public/claims/verify-batch', { body: { items } });
const tokenOf = async (publicId: string) => {
  const headers = { accept: 'application/jwt' };
  return (await service.get(`/public/providers/${publicId}/claims`, { headers })).body.toString() as string;
};

async function makeProvider() {
  const { actor, id, publicId } = await makePublished(service);
  const claim = await makeClaim(service, id, { type: 'business_registered', requirementKey: 'business-registration' });
  return { actor, id, publicId, claim, token: await tokenOf(publicId) };
}
const change = (id: string, claim: Awaited<ReturnType<typeof makeClaim>>, changes: object) => {
  service.advanceClock(1);
  return makeClaim(service, id, { ...claim, ...changes, occurredAt: service.clock.now.toISOString() });
};

test('D1 a claim id and a token are answered with the public cards of today, and nothing else', async () => {
  const { id, publicId, claim, token } = await makeProvider();
  const { claimId } = claim;
  const byId = await verify({ claimId });
  expect(byId).toMatchObject({ status: 'valid', token: null, claims: [{ claimId, publicProviderId: publicId }] });
  const cards = (await service.get(`/public/providers/${publicId}/claims`)).body.items;
  expect(byId.claims[0].card).toEqual(cards.find((card: { claimId: string }) => card.claimId === claimId));
  const byToken = await verify({ token });
  expect(byToken).toMatchObject({ status: 'valid', token: { fault: null, publicProviderId: publicId } });
  expect(byToken.claims.map(({ card }: { card: unknown }) => card)).toEqual(cards);
  const { decisionId, caseId, evidenceVersionId } = claim;
  const hidden = [id, decisionId, caseId, evidenceVersionId, 'Electrical work'];
  const answers = JSON.stringify([byId, byToken, (await batch({ claimId })).body]);
  expect(hidden.filter((text) => answers.includes(text))).toEqual([]);
});

test.each([
  ['suspended', {}],
  ['revoked', {}],
  ['superseded', { supersedingClaimId: randomUUID() }],
] as const)('a %s claim is answered as such at once, in a token too', async (state, more) => {
  const { id, publicId, claim, token } = await makeProvider();
  await change(id, claim, { state, ...more });
  const { claimId, type } = claim;
  const expected = {
    status: state,
    claims: [{ claimId, status: state, card: null, supersedingClaimId: null, ...more }],
  };
  expect(await verify({ claimId })).toMatchObject(expected);
  expect((await verify({ token })).status).toBe(state);
  const { body } = await batch({ claimId, expected: { status: 'valid' } }, { publicProviderId: publicId, type });
  expect(body.items).toMatchObject([
    { status: state, mismatches: ['status_differs'] },
    { status: state, mismatches: [] },
  ]);
});

test('M4 an expired claim is `expired` with no job running, and an expired token is not `valid`', async () => {
  const { id, claim, token } = await makeProvider();
  service.advanceClock(7 * day);
  const answer = await verify({ token });
  expect(answer).toMatchObject({ status: 'expired', token: { fault: null }, claims: [{ status: 'valid' }, {}] });
  expect((await verify({ claimId: claim.claimId })).status).toBe('valid');
  service.advanceClock(193 * day);
  expect(await verify({ claimId: claim.claimId })).toMatchObject({
    status: 'expired',
    claims: [{ card: { freshness: 'expired' } }],
  });
  expect((await batch({ claimId: claim.claimId })).body.items[0].status).toBe('expired');
  const other = await makeClaim(service, id, { claimId: randomUUID(), type: 'business_registered' });
  const pair = { publicProviderId: answer.token.publicProviderId, type: 'business_registered' };
  expect((await batch(pair)).body.items).toMatchObject([{ status: 'valid', claimId: other.claimId }]);
});

test('a tampered or foreign token gets 200, `unknown` and the fault', async () => {
  const { token } = await makeProvider();
  const [header = '', payload = '', signature = ''] = token.split('.');
  const { keys } = (await service.get('/.well-known/jwks.json')).body;
  const own = await generateKeyPair('EdDSA', { extractable: true });
  const signed = (kid: string, iss = 'http://trust.test', typ = 'ptp-claims+jwt') =>
    new SignJWT({ claims: [] }).setProtectedHeader({ alg: 'EdDSA', kid, typ }).setIssuer(iss).sign(own.privateKey);
  const forged = JSON.parse(Buffer.from(payload, 'base64url').toString());
  forged.claims[0].type = 'everything';
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const none = encoded({ alg: 'none', typ: 'ptp-claims+jwt' });
  const mac = encoded({ alg: 'HS256', kid: keys[0].kid, typ: 'ptp-claims+jwt' });
  const cases: [string, string][] = [
    ['not a token', 'malformed'],
    ['..', 'malformed'],
    [`${header}.${payload}`, 'malformed'],
    [`${header}.${encoded(forged)}.${signature}`, 'invalid_signature'],
    [`${header}.${payload}.${'A'.repeat(86)}`, 'invalid_signature'],
    [`${header}.${payload}.`, 'invalid_signature'],
    [`${none}.${payload}.`, 'wrong_type'],
    [`${mac}.${payload}.${signature}`, 'wrong_type'],
    [await signed('unknown'), 'unknown_key'],
    [await signed(keys[0].kid), 'invalid_signature'],
    [await signed(keys[0].kid, 'http://trust.test', 'JWT'), 'wrong_type'],
  ];
  for (const [bad, fault] of cases)
    expect(await verify({ token: bad }), bad.slice(0, 40)).toMatchObject({
      status: 'unknown',
      token: { fault },
      claims: [],
    });
});

test.each([
  [{}, 'token', 'required'],
  [{ token: '' }, 'token', 'too_small'],
  [{ token: 'x'.repeat(90_001) }, 'token', 'too_big'],
  [{ claimId: 'none' }, 'claimId', 'invalid_format'],
  [{ token: 'x', claimId: randomUUID() }, 'claimId', 'not_allowed'],
])('returns 400 for %j', async (body, field, code) => {
  const answer = await service.post('/public/claims/verify', { body });
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ field, code }] } });
});

test('names both fields of which one is required', async () => {
  const { body } = await service.post('/public/claims/verify', { body: {} });
  expect(body.errors[0].message).toBe('Send one of `token`, `claimId`.');
});

test('a batch compares each item with what was expected, in one query', async () => {
  const { publicId, claim } = await makeProvider();
  const { claimId, type, categoryKey } = claim;
  const { method, validUntil, policyVersion } = claim;
  const wrong = {
    status: 'revoked',
    publicProviderId: 'other',
    type: 'other',
    categoryKey: 'plumber',
    method: 'field_visit',
    validUntil: claim.validFrom,
    policyVersion: '2020-01',
  };
  const right = { status: 'valid', publicProviderId: publicId, type, categoryKey, method, validUntil, policyVersion };
  const { body } = await batch(
    { claimId, expected: right },
    { claimId, expected: wrong },
    { publicProviderId: publicId, type, categoryKey },
    { publicProviderId: publicId, type, categoryKey: 'plumber' },
    { claimId: randomUUID(), expected: right },
  );
  const subject = { reason: null, checkedName: null };
  const known = {
    status: 'valid',
    ...subject,
    claimId,
    validUntil,
    supersedingClaimId: null,
    changedAt: claim.occurredAt,
  };
  const none = {
    status: 'unknown',
    ...subject,
    claimId: null,
    validUntil: null,
    supersedingClaimId: null,
    changedAt: null,
  };
  const all = ['status', 'provider', 'type', 'category', 'method', 'valid_until', 'policy_version'];
  expect(body.items).toEqual([
    { ...known, mismatches: [] },
    { ...known, mismatches: all.map((one) => `${one}_differs`) },
    { ...known, mismatches: [] },
    { ...none, mismatches: [] },
    { ...none, mismatches: ['status_differs'] },
  ]);
  const many = Array.from({ length: 100 }, () => ({ claimId }));
  expect((await batch(...many)).body.items).toHaveLength(100);
  for (const [items, field, code] of [
    [[...many, { claimId }], 'items', 'too_big'],
    [[], 'items', 'too_small'],
    [[{}], 'items.0.claimId', 'required'],
    [[{ claimId, type }], 'items.0.type', 'not_allowed'],
    [[{ publicProviderId: publicId }], 'items.0.type', 'required'],
  ] as const)
    expect(await batch(...items)).toMatchObject({ status: 400, body: { errors: [{ field, code }] } });
});

test('D2 claims of a provider or service that is not public are answered like claims that do not exist', async () => {
  const hidden = [await makeProvider(), await makeProvider(), await makeProvider()];
  const [withdrawn, suspended, removed] = hidden as [(typeof hidden)[0], (typeof hidden)[0], (typeof hidden)[0]];
  await transition(service, withdrawn.actor, withdrawn.id, 'unpublish');
  await transition(service, operator('supervisor'), suspended.id, 'suspend');
  await service.delete('/provider-workspace/me/services/electrician', { actor: removed.actor });
  for (const { id, publicId, claim, token } of hidden) {
    for (const state of ['active', 'revoked'] as const) {
      await change(id, claim, { state });
      const { claimId, type } = claim;
      // At the same time: the answer says when it was checked.
      const unknown = await verify({ claimId: randomUUID() });
      const [known] = unknown.claims;
      expect(await verify({ claimId })).toEqual({ ...unknown, claims: [{ ...known, claimId }] });
      const byToken = await verify({ token });
      expect(byToken.claims).toEqual(byToken.claims.map(({ claimId }: typeof claim) => ({ ...known, claimId })));
      const { body } = await batch({ claimId }, { publicProviderId: publicId, type }, { claimId: randomUUID() });
      expect(new Set(body.items.map((item: unknown) => JSON.stringify(item))).size).toBe(1);
    }
  }
});

test('the QR code of a public claim is an SVG with a link to the page that verifies it', async () => {
  const { actor, id, claim } = await makeProvider();
  const path = `/public/claims/${claim.claimId}/qr.svg`;
  const { status, headers, body } = await service.get(path);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('image/svg+xml');
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  const link = `http://trust.test/verify?claim=${claim.claimId}`;
  expect(body.toString()).toBe(await QrCode.toString(link, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 }));
  expect(body.toString()).not.toMatch(/<script|href/);
  await transition(service, actor, id, 'unpublish');
  expect([
    (await service.get(path)).status,
    (await service.get(`/public/claims/${randomUUID()}/qr.svg`)).status,
  ]).toEqual([404, 404]);
});

test('the trust policy states its rules in both languages, with the version in force and an ETag', async () => {
  const { status, headers, body } = await service.get('/public/trust-policy');
  expect([status, body.version, body.takesEffectOn]).toEqual([200, '2026-11', '2026-11-01']);
  expect(body.rules.map(({ key }: { key: string }) => key)).toContain('payment-changes-no-claim');
  for (const { title, text } of body.rules)
    for (const one of [title, text])
      expect(one).toEqual({ en: expect.stringMatching(/./), fr: expect.stringMatching(/./) });
  const again = await service.get('/public/trust-policy', { headers: { 'if-none-match': headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);
});
