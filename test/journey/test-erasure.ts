import { expect, test } from 'vitest';
import { verifyAudit } from '../../demo/steps/proof.ts';
import { refresh } from '../../demo/steps/sign-in.ts';
import { closeProvider, exportAll, findTraces, makeTalkative } from './erased-person.ts';
import { type Journey, slugOf } from './journey.ts';

export function testErasure(journey: () => Journey): void {
  test('P2 no table, stream or log contains data of an erased person, and the audit chain holds', async () => {
    const { client, platform } = journey();
    const { session, providerId, words, spellings } = await makeTalkative(client);
    const file = JSON.stringify(await exportAll(client, session));
    expect(words.filter((word) => !file.includes(word))).toEqual([]);
    const before = await findTraces(platform, spellings);
    expect(before).toEqual(
      expect.arrayContaining(['evidence.upload_intent', 'provider.private_base', 'webhooks.dev_mailbox_message']),
    );

    const early = await client.call('DELETE', '/account', { as: session });
    expect([early.status, slugOf(early)]).toEqual([409, 'sole-owner']);
    await closeProvider(client, session, providerId);
    // At once, as a person does: the client repeats what has `Retry-After`.
    await client.as(session).api.deleteAccount();
    await platform.settled();
    expect(await findTraces(platform, spellings)).toEqual([]);
    expect(await verifyAudit(platform.dataDir, [])).toMatch(/chain holds/);
    expect((await client.call('GET', '/account/profile', { as: session })).status).toBe(401);
    await expect(refresh(client, session)).rejects.toMatchObject({ status: 401 });
  }, 60_000);
}
