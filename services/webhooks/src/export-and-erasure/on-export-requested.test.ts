import { randomUUID } from 'node:crypto';
import { notificationRequested } from '@trust/contracts/events/any';
import { exportPersonalData } from '@trust/service-testing/personal-data';
import { expect, test } from 'vitest';
import { startWebhooks } from '../../test/service.ts';

test('exports the notifications of the person only', async () => {
  await using webhooks = await startWebhooks();
  const [userId, other] = [randomUUID(), randomUUID()];
  for (const id of [userId, other])
    await webhooks.deliver(notificationRequested.verification, {
      userId: id,
      providerId: null,
      template: 'case_opened',
      data: {},
    });
  const { file } = await exportPersonalData(webhooks, 'webhooks', userId);
  expect(file.notifications).toEqual([
    expect.objectContaining({ text: expect.stringContaining('A verification has started'), readAt: null }),
  ]);
});
