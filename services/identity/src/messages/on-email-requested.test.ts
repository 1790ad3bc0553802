import { randomUUID } from 'node:crypto';
import { messageRequested, SealedMessage } from '@trust/contracts/events/identity';
import { emailRequested } from '@trust/contracts/events/webhooks';
import { createOpener } from '@trust/personal-data/sealed-box';
import { expect, test } from 'vitest';
import { member, newAddress, sealKey, startIdentity } from '../../test/service.ts';

test('P3 seals an e-mail to the address verified first, and sends none without one', async () => {
  await using identity = await startIdentity({ limits: { 'challenge-ip': 10_000 } });
  const open = await createOpener(sealKey.export({ format: 'jwk' }) as Record<string, string>);
  const address = newAddress();
  const { actor } = await member(identity, address);
  await identity.app.db.transact(async (trx) => {
    await trx
      .insertInto('contact_point')
      .values({
        id: randomUUID(),
        channel: 'email',
        identifier_index: identity.app.vault.indexOf('email', 'later@example.test'),
        sealed_identifier: Buffer.from('not opened'),
        person_id: actor.userId,
        verified_at: new Date(identity.clock.now.getTime() + 1000),
      })
      .execute();
  });
  const ask = async (userId: string, locale: 'fr' | null) => {
    const before = (await identity.emitted(messageRequested)).length;
    const payload = { userId, locale, notificationId: randomUUID(), template: 'case_decided' as const };
    await identity.deliver(emailRequested, payload);
    const [message] = (await identity.emitted(messageRequested)).slice(before);
    if (!message) return undefined;
    expect(JSON.stringify(message)).not.toContain(address);
    const content = SealedMessage.parse(JSON.parse(new TextDecoder().decode(await open(message.sealed))));
    return { ...content, notificationId: content.notificationId === payload.notificationId };
  };
  expect(await ask(actor.userId, null)).toMatchObject({
    channel: 'email',
    to: address,
    template: 'case_decided',
    language: 'en',
    notificationId: true,
  });
  expect(await ask(actor.userId, 'fr')).toMatchObject({ language: 'fr' });
  const { actor: other } = await member(identity, '+32470112233');
  expect(await ask(other.userId, null)).toBeUndefined();
  expect(await ask(randomUUID(), null)).toBeUndefined();
});
