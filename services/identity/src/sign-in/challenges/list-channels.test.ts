import { isPublicRead } from '@trust/service-kit/http/route';
import { expect, test } from 'vitest';
import { newAddress, startIdentity } from '../../../test/service.ts';
import { listChannels } from './list-channels.ts';

test('lists the countries of SMS without a session, cacheable', async () => {
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

test('stays open without a session whatever PUBLIC_READS is', () => {
  expect(isPublicRead(listChannels.declaration)).toBe(false);
});

test('lists only e-mail if SMS_COUNTRIES is empty', async () => {
  await using identity = await startIdentity();
  identity.app.smsCountries = [];
  expect((await identity.get('/auth/channels')).body.items).toEqual([{ channel: 'email', countries: null }]);
  const body = { channel: 'email', identifier: newAddress() };
  expect((await identity.post('/auth/challenges', { body })).status).toBe(202);
});
