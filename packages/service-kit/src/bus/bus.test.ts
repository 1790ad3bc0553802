import { expect, test } from 'vitest';
import { createSecrets } from '../../../../deploy/local/settings/secrets.ts';
import { ownNats } from '../../test/own-nats.ts';
import type { Secret } from '../sealing/secret.ts';
import { openBus } from './bus.ts';

test('logs that it waits for NATS, while it connects and when the server goes away', async () => {
  const messages: string[] = [];
  const log = { warn: (text: string) => messages.push(text), info: (text: string) => messages.push(text) };
  await using nats = await ownNats();
  await nats.stop();
  const opening = openBus({ url: nats.url, name: 'waiting', log: log as never });
  await expect.poll(() => messages, { timeout: 10_000 }).toEqual(['Waiting for NATS']);
  await nats.start();
  await using _bus = await opening;
  await nats.stop();
  await expect.poll(() => messages, { timeout: 10_000 }).toEqual(['Waiting for NATS', 'Waiting for NATS']);
});

test('is not healthy from the moment it closes, because a draining connection refuses to publish', async () => {
  await using nats = await ownNats();
  const bus = await openBus({ url: nats.url, name: 'closing' });
  const closed = bus[Symbol.asyncDispose]();
  expect(bus.nc.isDraining()).toBe(true);
  expect(bus.healthy()).toBe(false);
  await closed;
});

test('E5 reconnects however often it failed to', async () => {
  await using nats = await ownNats();
  await using bus = await openBus({ url: nats.url, name: 'patient' });
  await nats.stop();
  let attempts = 0;
  // More than the client's default of ten.
  for await (const { type } of bus.nc.status())
    if (type === 'close' || (type === 'reconnecting' && ++attempts > 11)) break;
  expect(attempts).toBe(12);
  await nats.start();
  await expect.poll(() => bus.healthy(), { timeout: 10_000 }).toBe(true);
});

test('SC4 the password of NATS changes while a service stays connected, which tries both', async () => {
  const { natsPasswords: before } = createSecrets();
  const after = { ...before, provider: 'the next password' };
  await using nats = await ownNats({ passwords: before });
  const open = (password: Secret) => openBus({ url: nats.url, name: 'provider', password });
  await using bus = await open([before.provider, after.provider]);
  await nats.stop();
  await nats.start({ passwords: after });
  await expect.poll(() => bus.healthy(), { timeout: 20_000 }).toBe(true);
  await using _swapped = await open([after.provider, before.provider]);
  await using _accepted = await open([before.provider, after.provider]);
  await expect(open(before.provider)).rejects.toThrow('NATS refuses the user provider');
  await expect(open([before.provider, 'another'])).rejects.toThrow('NATS refuses the user provider');
});
