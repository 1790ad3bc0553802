import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newMobile } from '../services/identity/test/code-requests.ts';
import { member, newAddress } from '../services/identity/test/service.ts';
import { makePublished } from '../services/provider/test/make.ts';
import { startIdentityAndProvider } from './identity-and-provider.ts';

test('a customer hands over a contact that the account has verified, and nobody else’s', async () => {
  await using both = await startIdentityAndProvider();
  const { identity, provider } = both;
  const { publicId } = await makePublished(provider);
  const [own, foreign] = [newAddress(), newMobile()];
  const [{ actor }] = [await member(identity, own), await member(identity, foreign)];
  const send = (channel: string, identifier: string) =>
    provider.post('/enquiries', {
      actor,
      headers: { 'idempotency-key': randomUUID() },
      body: {
        publicProviderId: publicId,
        categoryKey: 'electrician',
        message: 'Two sockets give no power.',
        contact: { channel, identifier, consent: true },
      },
    });
  const refusal = { status: 400, body: { errors: [{ field: 'contact.identifier', code: 'contact_not_verified' }] } };
  expect(await send('email', own)).toMatchObject(refusal);
  await both.carry();
  expect(await send('sms', foreign)).toMatchObject(refusal);
  expect(await send('email', own.toUpperCase())).toMatchObject({ status: 201 });
});
