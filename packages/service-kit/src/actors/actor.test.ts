import { type Actor, actorAssertionAudience, actorAssertionIssuer } from '@trust/contracts/actor';
import { person, signActor, testActorKey, testPrivateKey } from '@trust/service-testing/actors';
import { exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from 'jose';
import { expect, test } from 'vitest';
import { listen } from '../listen.ts';
import { actorVerifier, identityKeys, keepReading } from './actor.ts';

const now = new Date('2026-01-05T09:00:00Z');
const seconds = now.getTime() / 1000;
const actor: Actor = person();
const verifyAt = (moment: Date) =>
  actorVerifier(
    async () => testActorKey,
    () => moment,
  );

test('returns the actor of a valid assertion', async () => {
  expect(await verifyAt(now)(await signActor(actor, now))).toEqual(actor);
});

test('L6 a permission that a newer identity knows is no fault, and grants nothing', async () => {
  const newer = { ...actor, permissions: [...actor.permissions, 'later.thing.do' as never] };
  expect(await verifyAt(now)(await signActor(newer, now))).toEqual(actor);
});

test('A7 rejects unsigned and expired tokens, other and embedded keys, other audience, issuer or algorithm', async () => {
  const claims = { ...actor };
  const stranger = await generateKeyPair('EdDSA');
  const publicBytes = Buffer.from((await exportJWK(testActorKey)).x ?? '', 'base64url');
  const sign = (
    header: { alg: string; jku?: string; jwk?: JWK },
    key: Parameters<SignJWT['sign']>[0],
    { issuer = actorAssertionIssuer, audience = actorAssertionAudience } = {},
  ) =>
    new SignJWT(claims)
      .setProtectedHeader(header)
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + 60)
      .sign(key);
  const tokens = [
    await sign({ alg: 'EdDSA' }, stranger.privateKey),
    await sign({ alg: 'EdDSA', jku: 'http://127.0.0.1/keys' }, stranger.privateKey),
    // Keys in the token or at its URL are the sender's own.
    await sign({ alg: 'EdDSA', jwk: await exportJWK(stranger.publicKey) }, stranger.privateKey),
    await sign({ alg: 'EdDSA' }, testPrivateKey, { audience: 'provider' }),
    await sign({ alg: 'EdDSA' }, testPrivateKey, { issuer: 'gateway' }),
    await sign({ alg: 'HS256' }, publicBytes),
    await sign({ alg: 'HS256' }, new TextEncoder().encode(await exportSPKI(testActorKey))),
    new UnsecuredJWT(claims)
      .setIssuer(actorAssertionIssuer)
      .setAudience(actorAssertionAudience)
      .setExpirationTime(seconds + 60)
      .encode(),
    await signActor(actor, new Date(now.getTime() - 61_000)),
    'not.a.token',
  ];
  for (const token of tokens) await expect(verifyAt(now)(token)).rejects.toMatchObject({ slug: 'unauthenticated' });
});

test('A7 caches a verified assertion only while it is valid', async () => {
  let moment = now;
  const verify = actorVerifier(
    async () => testActorKey,
    () => moment,
  );
  const token = await signActor(actor, now);
  await verify(token);
  moment = new Date(now.getTime() + 61_000);
  await expect(verify(token)).rejects.toMatchObject({ slug: 'unauthenticated' });
});

test('returns 503 while identity is unavailable', async () => {
  const verify = actorVerifier(identityKeys('http://127.0.0.1:1'), () => now);
  await expect(verify(await signActor(actor, now))).rejects.toMatchObject({ slug: 'unavailable' });
});

test('SC4 reads the keys of identity ahead of requests, and again, so that none waits for a rotated one', async () => {
  const [old, next] = [await generateKeyPair('EdDSA'), await generateKeyPair('EdDSA')];
  const published = [{ ...(await exportJWK(old.publicKey)), kid: 'old' }];
  const counts = { reads: 0 };
  const { server, url } = await listen(
    (_request, response) => {
      counts.reads++;
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: published }));
    },
    0,
    '127.0.0.1',
  );
  const keys = identityKeys(url);
  using _reading = await keepReading(keys, 20);
  expect(counts.reads).toBe(1);
  published.push({ ...(await exportJWK(next.publicKey)), kid: 'next' });
  await expect.poll(() => keys.jwks()?.keys.map(({ kid }) => kid)).toEqual(['old', 'next']);
  server.close();
  server.closeAllConnections();
  const claims = { ...actor };
  const assertion = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'EdDSA', kid: 'next' })
    .setIssuer(actorAssertionIssuer)
    .setAudience(actorAssertionAudience)
    .setExpirationTime(seconds + 60)
    .sign(next.privateKey);
  expect((await actorVerifier(keys, () => now)(assertion)).userId).toBe(actor.userId);
});
