import { createHash, generateKeyPairSync } from 'node:crypto';
import { internalSecretHeader } from '@trust/contracts/actor';
import { readConfig } from '@trust/service-kit/config';
import { closeServer, listen } from '@trust/service-kit/listen';
import { createHttpApp } from '@trust/service-kit/serve';
import { internalSecret } from '@trust/service-testing/gateway';
import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Identity, newAddress, resolverOf, signIn, startIdentity } from '../../../test/service.ts';
import { Config } from '../../config.ts';
import { internalHttp } from './internal-http.ts';
import { usableSessions } from './resolve-session.ts';

type Jwk = Record<string, string>;

async function served(identity: Identity, keys: [Jwk, ...Jwk[]]) {
  const http = createHttpApp({
    ...identity.served,
    ...(await internalHttp(identity.db, keys, {
      now: identity.app.now,
      arePasskeysRequired: false,
      secret: internalSecret,
      log: identity.app.log,
    })),
  });
  const { server, url } = await listen(http, 0, '127.0.0.1');
  return {
    async ask(path: string, given?: string) {
      const headers: Record<string, string> = given === undefined ? {} : { [internalSecretHeader]: given };
      const answer = await fetch(`${url}/internal${path}`, { headers });
      return { status: answer.status, body: (await answer.json()) as object };
    },
    [Symbol.asyncDispose]: () => closeServer(server),
  };
}

test('resolves concurrent look-ups each to its own session, and unknown tokens to none', async () => {
  await using identity = await startIdentity();
  const { resolved } = await resolverOf(identity);
  const signedIn = [await signIn(identity, newAddress()), await signIn(identity, newAddress())];
  const tokens = signedIn.flatMap(({ accessToken }) => [accessToken, `not ${accessToken}`, accessToken]);
  const answers = await Promise.all(tokens.map(resolved));
  expect(answers.map((answer) => answer?.sessionId)).toEqual(
    signedIn.flatMap(({ session }) => [session.id, undefined, session.id]),
  );
});

test('A7 returns assertions to the gateway only, and public keys to every service', async () => {
  await using identity = await startIdentity();
  const { accessToken } = await signIn(identity, newAddress());
  const assertionKey = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as Jwk;
  await using http = await served(identity, [assertionKey]);
  const { ask } = http;
  const hash = createHash('sha256').update(accessToken).digest('hex');

  const wrong = [undefined, '', 'x', internalSecret.slice(1), `${internalSecret}x`, internalSecret.toUpperCase()];
  for (const given of wrong) expect(await ask(`/sessions/${hash}`, given)).toEqual({ status: 401, body: {} });
  expect(await ask(`/sessions/${hash}`, internalSecret)).toMatchObject({
    status: 200,
    body: { assertion: expect.any(String) },
  });
  expect(await ask(`/sessions/${'0'.repeat(64)}`, internalSecret)).toEqual({ status: 404, body: {} });
  expect(await ask('/sessions/not-a-hash', internalSecret)).toEqual({ status: 404, body: {} });
  expect(await ask('/jwks.json')).toMatchObject({ status: 200, body: { keys: [{ alg: 'EdDSA' }] } });
});

test('SC4 publishes the accepted key beside the one that signs, without their private halves', async () => {
  await using identity = await startIdentity();
  const { accessToken } = await signIn(identity, newAddress());
  const key = () => ({ ...generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) }) as Jwk;
  const [signing, accepted] = [
    { ...key(), kid: 'signs' },
    { ...key(), kid: 'is accepted' },
  ];
  const assertion = async (keys: [Jwk, ...Jwk[]]) => {
    await using http = await served(identity, keys);
    const published = (await http.ask('/jwks.json')).body as JSONWebKeySet;
    const hash = createHash('sha256').update(accessToken).digest('hex');
    const { body } = await http.ask(`/sessions/${hash}`, internalSecret);
    return { published, assertion: (body as { assertion: string }).assertion };
  };
  const before = await assertion([signing, accepted]);
  const after = await assertion([accepted, signing]);
  expect(before.published.keys.map(({ kid }) => kid)).toEqual(['signs', 'is accepted']);
  expect(JSON.stringify(before.published)).not.toMatch(/"d"/);
  for (const { published } of [before, after])
    for (const { assertion } of [before, after])
      await jwtVerify(assertion, createLocalJWKSet(published), { currentDate: identity.clock.now });
  expect(decodeProtectedHeader(before.assertion).kid).toBe('signs');
  expect(decodeProtectedHeader(after.assertion).kid).toBe('is accepted');
});

test('looks sessions up by the hash of their token, however many others are open', async () => {
  await using identity = await startIdentity();
  const { session } = await signIn(identity, newAddress());
  const plan = await identity.db.transact(async (trx) => {
    await sql`
      with copies as (
        insert into session select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid()))).*
        from session s, generate_series(1, 2000) where s.id = ${session.id}
        returning id)
      insert into access_token (token_hash, session_id, expires_at)
      select sha256(id::text::bytea), id, now() + interval '1 hour' from copies`.execute(trx);
    const { sql: text, parameters } = usableSessions([], identity.clock.now).compile(trx);
    await sql`prepare look_up as ${sql.raw(text)}`.execute(trx);
    await sql`set local plan_cache_mode = force_generic_plan`.execute(trx);
    const values = sql.join(
      parameters.map((value) => sql.lit(value instanceof Date ? value.toISOString() : `${value}`)),
    );
    const { rows } = await sql<Record<string, string>>`explain execute look_up (${values})`.execute(trx);
    await sql`deallocate look_up`.execute(trx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toContain('access_token_pkey');
  expect(plan).not.toMatch(/access_token_expiry|Seq Scan/);
});

test('A7 does not start without INTERNAL_SECRET, nor with one that is not random', () => {
  expect(() => readConfig(Config, {})).toThrow(/INTERNAL_SECRET/);
  expect(() => readConfig(Config, { INTERNAL_SECRET: 'the-internal-secret-everybody-knows-it-well' })).toThrow(
    /INTERNAL_SECRET: must be random/,
  );
});
