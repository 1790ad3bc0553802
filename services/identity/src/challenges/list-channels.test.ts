import { isPublicRead } from '@trust/service-kit/http/route';
import { expect, test } from 'vitest';
import { newAddress, startIdentity } from '../../test/service.ts';
import { listChannels } from './list-channels.ts';

test('the channels name the countries that SMS goes to, without a session, and may be cached', async () => {
  await using identity = await startIdentity();
  const answer = await identity.get('/auth/channels');
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.body).toEqual({
    items: [
      { channel: 'email', countries: null },
      { channel: 'sms', countries: ['BE', 'FR'] },
    ],
    nextCursor: null,
  });
  expect(answer.headers.get('cache-control')).toMatch(/^public/);
  const headers = { 'if-none-match': answer.headers.get('etag') ?? '' };
  expect((await identity.get('/auth/channels', { headers })).status).toBe(304);
});

test('the channels can be read before a sign-in, whatever PUBLIC_READS says', () => {
  expect(isPublicRead(listChannels.declaration)).toBe(false);
});

test('a deployment without countries offers e-mail alone', async () => {
  await using identity = await startIdentity();
  identity.app.smsCountries = [];
  expect((await identity.get('/auth/channels')).body.items).toEqual([{ channel: 'email', countries: null }]);
  const body = { channel: 'email', identifier: newAddress() };
  expect((await identity.post('/auth/challenges', { body })).status).toBe(202);
});
