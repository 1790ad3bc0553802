import { operator } from '@trust/service-testing/actors';
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeActive, makeClaim, makePublished, transition } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';
import { SignedClaimsPayload } from './schema.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const day = 86_400;
const later = (days: number) => new Date(service.clock.now.getTime() + days * day * 1000).toISOString();
const cards = async (publicId: string, query = '') =>
  (await service.get(`/public/providers/${publicId}/claims${query}`)).body.items;

test('a claim card has exactly the fields of the contract', async () => {
  const { id, publicId } = await makePublished(service);
  const { status, body } = await service.get(`/public/providers/${publicId}/claims`);
  expect(status).toBe(200);
  const { claim_id, valid_until } = await service.db
    .selectFrom('claim')
    .select(['claim_id', 'valid_until'])
    .where('provider_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(body.items).toEqual([
    {
      claimId: claim_id,
      type: 'liability_insurance',
      about: null,
      checkedName: null,
      categoryKey: 'electrician',
      statement: { en: 'A liability insurance was in force.', fr: 'Une assurance était en vigueur.' },
      method: 'document_review',
      sourceKind: 'insurer_document',
      checkedOn: service.clock.now.toISOString().slice(0, 10),
      validUntil: valid_until.toISOString(),
      status: 'active',
      freshness: 'fresh',
      limitations: [
        {
          en: 'Does not cover work beyond the activities that the policy names.',
          fr: 'Ne couvre pas les travaux étrangers aux activités que le contrat énumère.',
        },
      ],
      policyVersion: '2026-11',
      notVerified: [
        { key: 'trade-qualification', label: { en: 'Electrical qualification', fr: 'Qualification électrique' } },
        { key: 'business-registration', label: expect.any(Object) },
      ],
    },
  ]);
});

test('M4 freshness is computed when read, and an expired claim no longer counts as verified', async () => {
  const { id, publicId } = await makePublished(service);
  const { claimId } = await makeClaim(service, id, { requirementKey: 'business-registration', validUntil: later(200) });
  const freshness = async () => (await cards(publicId)).find((card: { claimId: string }) => card.claimId === claimId);
  expect(await freshness()).toMatchObject({ freshness: 'fresh' });
  service.advanceClock(170 * day);
  expect(await freshness()).toMatchObject({ freshness: 'due' });
  service.advanceClock(30 * day);
  expect(await freshness()).toMatchObject({ freshness: 'expired' });
  const unverified = (await freshness()).notVerified.map(({ key }: { key: string }) => key);
  expect(unverified).toContain('business-registration');
});

test('a removed service and its cards appear only `asOf` a day before the removal', async () => {
  const { actor, id, publicId } = await makePublished(service);
  await service.put('/provider-workspace/me/services/plumber', { actor });
  await makeClaim(service, id, { categoryKey: 'plumber' });
  const before = service.clock.now.toISOString().slice(0, 10);
  service.advanceClock(2 * day);
  await service.delete('/provider-workspace/me/services/plumber', { actor });
  const categories = (items: { categoryKey: string }[]) => items.map(({ categoryKey }) => categoryKey);
  expect(categories((await service.get(`/public/providers/${publicId}`)).body.services)).toEqual(['electrician']);
  expect(categories(await cards(publicId))).toEqual(['electrician']);
  expect(categories(await cards(publicId, `?asOf=${before}`))).toEqual(['electrician', 'plumber']);
});

test('unchanged cards return 304 a minute later', async () => {
  const { publicId } = await makePublished(service);
  const path = `/public/providers/${publicId}/claims`;
  const { headers } = await service.get(path);
  service.advanceClock(60);
  const again = await service.get(path, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);
});

test('`asOf` returns the cards as they were at the end of a day', async () => {
  const { id, publicId } = await makePublished(service);
  const granted = service.clock.now.toISOString().slice(0, 10);
  service.advanceClock(day);
  const claim = await makeClaim(service, id, { requirementKey: 'business-registration', type: 'business_registered' });
  service.advanceClock(day);
  await makeClaim(service, id, { ...claim, state: 'revoked', occurredAt: service.clock.now.toISOString() });

  const types = async (query = '') => (await cards(publicId, query)).map(({ type }: { type: string }) => type);
  const dayAfter = claim.occurredAt.slice(0, 10);
  expect(await types(`?asOf=${granted}`)).toEqual(['liability_insurance']);
  expect(await types(`?asOf=${dayAfter}`)).toEqual(['business_registered', 'liability_insurance']);
  expect(await types()).toEqual(['liability_insurance']);
  expect(await types('?asOf=2020-01-01')).toEqual([]);
  const tomorrow = later(1).slice(0, 10);
  expect(await service.get(`/public/providers/${publicId}/claims?asOf=${tomorrow}`)).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'asOf', code: 'must_not_be_future' }] },
  });
});

test('D3 cards come in pages, of today and of a day, and a cursor is bound to its query', async () => {
  const { id, publicId, actor } = await makePublished(service);
  await service.put('/provider-workspace/me/services/plumber', { actor });
  for (const type of ['business_registered', 'trade_qualification']) await makeClaim(service, id, { type });
  const plumber = await makeClaim(service, id, { categoryKey: 'plumber', type: 'a_type' });
  const granted = service.clock.now.toISOString().slice(0, 10);
  service.advanceClock(day);
  await makeClaim(service, id, { ...plumber, state: 'suspended', occurredAt: service.clock.now.toISOString() });
  const path = `/public/providers/${publicId}/claims?limit=2`;
  const walk = async (query: string) => {
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await service.get(`${path}${query}${cursor && `&cursor=${cursor}`}`);
      expect(body.items.length).toBeLessThanOrEqual(2);
      found.push(
        ...body.items.map((card: { categoryKey: string; type: string }) => `${card.categoryKey} ${card.type}`),
      );
      cursor = body.nextCursor;
    }
    return found;
  };
  const electrician = ['business_registered', 'liability_insurance', 'trade_qualification'].map(
    (type) => `electrician ${type}`,
  );
  expect(await walk('')).toEqual(electrician);
  expect(await walk(`&asOf=${granted}`)).toEqual([...electrician, 'plumber a_type']);
  const { nextCursor } = (await service.get(path)).body;
  expect(await service.get(`${path}&asOf=${granted}&cursor=${nextCursor}`)).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'cursor', code: 'cursor_invalid' }] },
  });
});

test('a signed page has current claims only, at most 25, and a link to the next page', async () => {
  const { id, publicId } = await makePublished(service);
  await makeClaim(service, id, { type: 'a_type', validUntil: later(1) });
  await makeClaim(service, id, { type: 'b_type' });
  const signed = async (path: string) => {
    const { status, headers, body } = await service.get(path.replace('/api/v1', ''));
    const next = /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
    const claims = status === 200 ? decodeJwt<{ claims: { type: string }[] }>(body.toString()).claims : undefined;
    return { status, next, types: claims?.map(({ type }) => type), body };
  };
  const path = `/public/providers/${publicId}/claims/signed`;
  const first = await signed(`${path}?limit=1`);
  expect(first).toMatchObject({ types: ['a_type'], next: expect.stringMatching(/^\/api\/v1.*cursor=/) });
  expect(await signed(first.next ?? '')).toMatchObject({ types: ['b_type'] });
  service.advanceClock(day);
  expect(await signed(path)).toMatchObject({ types: ['b_type', 'liability_insurance'], next: undefined });
  expect(await signed(`${path}?limit=26`)).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'limit', code: 'too_big' }] },
  });
});

test('limitations are in both languages, a reviewer’s text as written; no card varies', async () => {
  const { id, publicId } = await makePublished(service);
  const own = 'Seen on the ground floor only.';
  await makeClaim(service, id, { type: 'business_registered', limitations: [own] });
  const path = `/public/providers/${publicId}/claims`;
  const read = async (language: string) => {
    const headers = { 'accept-language': language };
    const [cards, signed] = [await service.get(path, { headers }), await service.get(`${path}/signed`, { headers })];
    return {
      items: cards.body.items,
      etag: cards.headers.get('etag'),
      signed: decodeJwt(signed.body.toString()).claims,
    };
  };
  const french = await read('fr-CA,fr;q=0.9');
  expect(french.items).toMatchObject([
    { limitations: [{ en: own, fr: own }] },
    { limitations: [{ fr: 'Ne couvre pas les travaux étrangers aux activités que le contrat énumère.' }] },
  ]);
  expect(french.signed).toEqual(french.items);
  expect(await read('en')).toEqual(french);
});

test('signed cards verify against the published keys for 7 days, or until the first claim ends', async () => {
  const { id, publicId } = await makePublished(service);
  const keys = createLocalJWKSet((await service.get('/.well-known/jwks.json')).body);
  const signed = async () => {
    const answer = await service.get(`/public/providers/${publicId}/claims/signed`);
    expect(answer.headers.get('content-type')).toContain('application/jwt');
    return answer.body.toString();
  };
  const jws = await signed();
  expect(decodeProtectedHeader(jws)).toMatchObject({ alg: 'EdDSA', typ: 'ptp-claims+jwt', kid: expect.any(String) });
  const verify = (text: string) =>
    jwtVerify(text, keys, { issuer: 'http://trust.test', currentDate: service.clock.now });
  const { payload } = await verify(jws);
  expect(payload).toMatchObject({ sub: publicId, claims: await cards(publicId) });
  expect(SignedClaimsPayload.strict().parse(payload)).toEqual(payload);
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(7 * day);

  await makeClaim(service, id, { requirementKey: 'business-registration', validUntil: later(2) });
  const shorter = (await verify(await signed())).payload;
  expect((shorter.exp ?? 0) - (shorter.iat ?? 0)).toBe(2 * day);

  const [header, body, signature] = jws.split('.');
  const forged = JSON.parse(Buffer.from(body, 'base64url').toString());
  forged.claims[0].type = 'everything';
  const tampered = [header, Buffer.from(JSON.stringify(forged)).toString('base64url'), signature].join('.');
  await expect(verify(tampered)).rejects.toThrow(/signature/);
  const options = { headers: { accept: 'application/jwt' } };
  expect((await service.get(`/public/providers/${publicId}/claims?asOf=2026-01-01`, options)).status).toBe(400);
});

test('`Accept: application/jwt` gets the signed form at the address of the cards', async () => {
  const { id, publicId } = await makePublished(service);
  await makeClaim(service, id, { type: 'b_type' });
  const path = `/public/providers/${publicId}/claims`;
  const accepted = (query: string) => service.get(`${path}${query}`, { headers: { accept: 'application/jwt' } });
  const [own, negotiated] = [await service.get(`${path}/signed`), await accepted('')];
  expect(decodeJwt(negotiated.body.toString())).toEqual(decodeJwt(own.body.toString()));
  expect(negotiated.headers.get('vary')).toContain('Accept');
  const next = /cursor=([^>]+)>/.exec((await accepted('?limit=1')).headers.get('link') ?? '')?.[1];
  expect(decodeJwt((await accepted(`?limit=1&cursor=${next}`)).body.toString()).claims).toMatchObject([
    { type: 'liability_insurance' },
  ]);
  expect((await accepted('?limit=26')).body.errors).toMatchObject([{ field: 'limit', code: 'too_big' }]);
});

test('the published keys contain no private part', async () => {
  const { body } = await service.get('/.well-known/jwks.json');
  expect(Object.keys(body.keys[0]).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x']);
});

test('public reads have an ETag and return 304', async () => {
  const { publicId } = await makePublished(service);
  const first = await service.get(`/public/providers/${publicId}`);
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
  expect((await service.get(`/public/providers/${publicId}`, { headers })).status).toBe(304);
});

test('a public profile separates self-asserted fields and names what is not verified', async () => {
  const { publicId } = await makePublished(service);
  const { body } = await service.get(`/public/providers/${publicId}`);
  expect(body).toMatchObject({
    publicProviderId: publicId,
    selfAsserted: { summary: 'Electrical work in Lyon.' },
    publicPremises: null,
    services: [
      { categoryKey: 'electrician', notVerified: [{ key: 'trade-qualification' }, { key: 'business-registration' }] },
    ],
  });
  expect(JSON.stringify(body)).not.toMatch(/"(isV|v)erified"/);
});

test('D2 unpublished, suspended, closed and unknown providers return the same 404', async () => {
  const unpublished = await makeActive(service);
  const closed = await makePublished(service);
  await transition(service, closed.actor, closed.id, 'close');
  const withdrawn = await makePublished(service);
  await transition(service, withdrawn.actor, withdrawn.id, 'unpublish');
  const suspended = await makePublished(service);
  expect((await transition(service, operator('supervisor'), suspended.id, 'suspend')).status).toBe(200);
  const hidden = [unpublished, closed, withdrawn, suspended].map(({ publicId }) => publicId);
  const answers = [];
  for (const publicId of ['1'.repeat(22), ...hidden, unpublished.id]) {
    for (const tail of ['', '/claims']) {
      const { status, body } = await service.get(`/public/providers/${publicId}${tail}`);
      expect(status).toBe(404);
      answers.push(JSON.stringify({ ...body, requestId: '', instance: '' }));
    }
  }
  expect(new Set(answers).size).toBe(1);
});
