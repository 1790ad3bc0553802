import { randomUUID } from 'node:crypto';
import { notificationRequested } from '@trust/contracts/events/any';
import { routesIn } from '@trust/service-kit/run-service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWebhooks, type Webhooks } from '../../../test/service.ts';
import { developmentRoutes, routes } from '../../routes.ts';

let webhooks: Webhooks;
beforeAll(async () => {
  webhooks = await startWebhooks();
});
afterAll(() => webhooks[Symbol.asyncDispose]());

test('the mailbox route exists in development only, and is not in the contract', () => {
  expect(routes).not.toHaveProperty('listMailbox');
  expect(routesIn('production', { routes, developmentRoutes })).toEqual(routes);
  expect(routesIn('development', { routes, developmentRoutes })).toHaveProperty('listMailbox');
});

test.each([
  ['an address in any case', ' Somebody@Example.TEST ', 'somebody@example.test'],
  ['a number whose plus became a space', ' 32470999999', '+32470999999'],
  ['a number with spaces', '%2B32470999999 ', '+32470999999'],
])('finds the mailbox of %s', async (_name, given, to) => {
  await webhooks.requestCode({ channel: to.includes('@') ? 'email' : 'sms', to });
  await webhooks.send();
  const { status, body } = await webhooks.mailbox(given);
  expect(status).toBe(200);
  expect(body.items[0]).toMatchObject({ to, code: '012345' });
});

test('lists at most 50 messages, newest first', async () => {
  for (let index = 0; index < 52; index++) {
    await webhooks.requestCode({ channel: 'email', to: 'many@example.test', code: String(index).padStart(6, '0') });
    await webhooks.send();
    webhooks.advanceClock(1);
  }
  const { body } = await webhooks.mailbox('many@example.test');
  expect(body.items.map(({ code }) => Number(code))).toEqual(Array.from({ length: 50 }, (_, index) => 51 - index));
});

test('lists the messages of all recipients without `to`', async () => {
  const [first, second] = [newAddress(), newAddress()];
  for (const to of [first, second]) {
    await webhooks.requestCode({ channel: 'email', to });
    await webhooks.send();
    webhooks.advanceClock(1);
  }
  const { body } = await webhooks.mailbox();
  expect(body.items.slice(0, 2).map(({ to }) => to)).toEqual([second, first]);
});

test('lists a code with its challenge id', async () => {
  const [to, challengeId] = [newAddress(), randomUUID()];
  await webhooks.requestCode({ channel: 'email', to, challengeId });
  await webhooks.send();
  expect((await webhooks.mailbox(to)).body.items).toMatchObject([{ code: '012345', challengeId }]);
});

test('returns 400 for an empty `to`, and no messages for an unknown one', async () => {
  expect(await webhooks.mailbox('')).toMatchObject({ status: 400 });
  expect(await webhooks.mailbox(newAddress())).toMatchObject({ status: 200, body: { items: [] } });
});

function newAddress(): string {
  return `${randomUUID()}@example.test`;
}

test('a push names the installation that it went to, one message for each', async () => {
  const userId = randomUUID();
  const devices = [await webhooks.register(userId), await webhooks.register(userId)];
  const request = { userId, providerId: null, template: 'case_decided' as const, data: {} };
  await webhooks.deliver(notificationRequested.identity, request);
  while ((await webhooks.send()) > 0);
  const { items } = (await webhooks.mailbox(userId)).body as {
    items: { device?: { id: string; pushService: string } }[];
  };
  expect(items.map(({ device }) => device?.id).sort()).toEqual(devices.sort());
  expect(new Set(items.map(({ device }) => device?.pushService))).toEqual(new Set(['fcm']));
});
