import { expect, test } from 'vitest';
import { createTrustClient } from './client.ts';

const tokens = { accessToken: 'access', refreshToken: 'refresh', expiresIn: 600, tokenType: 'Bearer' };
const challenge = {
  ...{ challengeId: '019a4905-2ac0-7c4e-9b1d-108abb052385', expiresAt: '2026-11-03T10:30:00.000Z' },
  publicKey: { challenge: 'bytes', rpId: 'trust.test', timeout: 60_000, userVerification: 'required' },
};
const credential = { id: 'key', rawId: 'key', type: 'public-key' as const, clientExtensionResults: {} } as never;

test('signs in with what the passkey signed, and keeps the tokens', async () => {
  const sent: { path: string; body: unknown; device: string | null }[] = [];
  const client = createTrustClient({
    baseUrl: 'http://trust.test',
    fetch: async (request) => {
      const text = await request.text();
      const path = new URL(request.url).pathname;
      sent.push({ path, body: text ? JSON.parse(text) : undefined, device: request.headers.get('x-device-id') });
      return Response.json(path.endsWith('/challenges') ? challenge : tokens);
    },
    newId: () => 'device',
  });
  const asked: unknown[] = [];
  const getPasskey = async (options: unknown) => {
    asked.push(options);
    return credential;
  };
  await client.signInWithPasskey({ sessionLabel: 'Desk', getPasskey });
  expect(asked).toEqual([challenge.publicKey]);
  const body = { challengeId: challenge.challengeId, credential, sessionLabel: 'Desk', transport: 'bearer' };
  expect(sent).toEqual([
    { path: '/api/v1/auth/passkeys/challenges', body: undefined, device: null },
    { path: '/api/v1/auth/passkeys/verify', body, device: 'device' },
  ]);
  expect(await client.session.tokens()).toEqual(tokens);
});

test('sends nothing and stays signed out when the person cancels', async () => {
  const paths: string[] = [];
  const client = createTrustClient({
    baseUrl: 'http://trust.test',
    fetch: async (request) => {
      paths.push(new URL(request.url).pathname);
      return Response.json(challenge);
    },
  });
  const cancelled = new Error('NotAllowedError');
  await expect(client.signInWithPasskey({ getPasskey: () => Promise.reject(cancelled) })).rejects.toBe(cancelled);
  expect(paths).toEqual(['/api/v1/auth/passkeys/challenges']);
  expect(await client.session.tokens()).toBeUndefined();
});
