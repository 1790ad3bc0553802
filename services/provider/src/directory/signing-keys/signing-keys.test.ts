import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { runCommand } from '@trust/service-testing/command';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePublished } from '../../../test/make.ts';
import { keySecret, type ProviderService, startProvider } from '../../../test/service.ts';
import { retireKey, rotateKeys } from './change-keys.ts';
import { ensureFirstKey, keySealer } from './make-key.ts';

let service: ProviderService;
let replica: ProviderService;
let publicId: string;
beforeAll(async () => {
  service = await startProvider();
  replica = await startProvider({ replicaOf: service });
  publicId = (await makePublished(service)).publicId;
});
afterAll(async () => {
  await replica[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const day = 86_400;
const issuer = 'http://trust.test';
const keys = (...args: string[]) =>
  runCommand(join(import.meta.dirname, 'keys-command.ts'), args, {
    DATABASE_URL: String(service.db.pool.options.connectionString),
    CLAIM_KEY_SECRET: keySecret,
  });
const published = async (on = service): Promise<string[]> =>
  (await on.get('/.well-known/jwks.json')).body.keys.map(({ kid }: { kid: string }) => kid);
const sign = async (on = service) => {
  const headers = { accept: 'application/jwt' };
  const token: string = (await on.get(`/public/providers/${publicId}/claims`, { headers })).body.toString();
  return { token, kid: decodeProtectedHeader(token).kid };
};
const verify = async (token: string) => (await service.post('/public/claims/verify', { body: { token } })).body;
const rotate = (isImmediate = false) =>
  rotateKeys(service.db, { secret: keySecret, now: service.clock.now, isImmediate });
const advance = (seconds: number) => [service, replica].map((one) => one.advanceClock(seconds));

test('a new key is published before it signs; the old one until its last token has expired', async () => {
  const { kid: first } = await sign();
  expect(await published()).toEqual([first]);
  expect(await rotate()).toMatchObject({ done: expect.stringContaining('it signs from') });
  const [, second] = await published(replica);
  expect(await published()).toEqual([first, second]);
  expect((await sign()).kid).toBe(first);
  expect(await rotate()).toMatchObject({ error: expect.stringContaining('already published') });

  advance(day - 1);
  const last = await sign(replica);
  expect(last.kid).toBe(first);
  advance(1);
  expect([(await sign()).kid, (await sign(replica)).kid]).toEqual([second, second]);
  advance(7 * day - 2);
  const set = createLocalJWKSet((await service.get('/.well-known/jwks.json')).body);
  const outside = await jwtVerify(last.token, set, { issuer, typ: 'ptp-claims+jwt', currentDate: service.clock.now });
  expect(outside.payload).toMatchObject({ sub: publicId, claims: [{ type: 'liability_insurance' }] });
  advance(2 + 3600);
  expect(await published()).toEqual([second]);
  expect(await verify(last.token)).toMatchObject({ status: 'expired', token: { fault: null } });
});

test('a compromised key is not published, and its tokens are `unknown`; the next key signs at once', async () => {
  const before = await sign();
  expect(await keys('retire', before.kid ?? '', '--compromised')).toMatchObject({
    status: 2,
    output: expect.stringMatching(/only key that can sign/),
  });
  await rotate(true);
  expect((await keys('retire', before.kid ?? '', '--compromised')).status).toBe(0);
  const after = await sign(replica);
  expect(await published()).toEqual([after.kid]);
  expect(await verify(before.token)).toMatchObject({ status: 'unknown', token: { fault: 'compromised_key' } });
  expect((await verify(after.token)).status).toBe('valid');
});

test('a compromised key that has not signed yet replaces nothing, and does not prevent later rotations', async () => {
  const { kid: signing } = await sign();
  await rotate();
  const next = (await published()).at(-1) ?? '';
  const now = service.clock.now;
  expect((await retireKey(service.db, { kid: next, now, isCompromised: true })).error).toBeUndefined();
  advance(30 * day);
  expect(await published()).toEqual([signing]);
  expect((await sign()).kid).toBe(signing);
  for (const isImmediate of [true, true]) expect((await rotate(isImmediate)).error).toBeUndefined();
  expect((await sign()).kid).not.toBe(signing);
  expect((await verify((await sign()).token)).status).toBe('valid');
});

test('P1 every rotation and retirement has an audit entry with the kid; a rejected one has none', async () => {
  await using own = await startProvider();
  const rotateNow = (now = own.clock.now) => rotateKeys(own.db, { secret: keySecret, now, isImmediate: true });
  const retire = (kid = '') => retireKey(own.db, { kid, now: own.clock.now, isCompromised: true });
  const [first] = await published(own);
  expect((await retire(first)).error).toMatch(/only key that can sign/);
  expect(await own.audited('retireSigningKey')).toEqual([]);

  await rotateNow();
  const second = (await published(own)).at(-1);
  const entry = { objectType: 'signing_key', outcome: 'done', permission: 'command line' };
  const rotated = { ...entry, objectId: second, before: { kid: first }, after: { isImmediate: true } };
  expect(await own.audited('rotateSigningKey')).toMatchObject([rotated]);
  await retire(first);
  const retired = { ...entry, objectId: first, before: { isCompromised: false }, after: { isCompromised: true } };
  expect(await own.audited('retireSigningKey')).toMatchObject([retired]);

  await rotateNow();
  own.advanceClock(8 * day);
  await rotateNow();
  const finished = { ...entry, objectId: second, after: { isCompromised: false } };
  expect(await own.audited('retireSigningKey')).toMatchObject([retired, finished]);
});

test('`npm run keys` lists and rotates keys, and says what is wrong', async () => {
  const listed = await keys('list');
  expect(listed).toMatchObject({ status: 0, output: expect.stringMatching(/ compromised .* signing /s) });
  const { kid } = await sign();
  expect((await keys('retire', kid ?? '')).output).toMatch(/only key that can sign/);
  for (const none of ['none', '-none'])
    expect((await keys('retire', none)).output).toMatch(`No key has the kid ${none}.`);
  for (const args of [['retire'], ['list', 'x'], ['list', '--now'], ['sign']])
    expect((await keys(...args)).status, args.join(' ')).toBe(2);
  expect((await keys('--help')).output).toContain('npm run keys -- rotate');
  expect(JSON.stringify(listed)).not.toMatch(/"d"/);
});

test('a signing key can only be retired, and its private part is sealed in the database', async () => {
  const attack = (statement: string) => service.db.pool.query(statement);
  for (const statement of [
    `update signing_key set public_key = 'x'`,
    `update signing_key set signs_from = now()`,
    'delete from signing_key',
    'truncate signing_key',
  ])
    await expect(attack(statement), statement).rejects.toThrow(/permission denied/);
  await expect(attack(`update signing_key set sealed = 'x'`)).rejects.toThrow(/only be retired|no_private_part/);
  const wrong = keySealer(randomUUID());
  const { rows } = await attack('select kid, sealed from signing_key where sealed is not null');
  expect(() => wrong.unseal(rows[0].kid, rows[0].sealed)).toThrow(/CLAIM_KEY_SECRET does not open/);
  expect(keySealer(keySecret).unseal(rows[0].kid, rows[0].sealed)).toMatchObject({
    crv: 'Ed25519',
    d: expect.any(String),
  });
});

test('replicas that start together store one first key: that of CLAIM_SIGNING_KEY if it is set', async () => {
  await using fresh = await startProvider();
  const sealer = keySealer(keySecret);
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as Record<string, string>;
  const at = { sealer, now: service.clock.now };
  await Promise.all([1, 2, 3].map(() => ensureFirstKey(fresh.db, { ...at, imported: jwk })));
  expect(await fresh.db.selectFrom('signing_key').select('kid').execute()).toHaveLength(1);
  await expect(ensureFirstKey(fresh.db, { ...at, imported: { kty: 'OKP', crv: 'X25519' } })).rejects.toThrow(/Ed25519/);
});
