import { openBus } from '@trust/service-kit/events/bus';
import { expect, inject, test, vi } from 'vitest';
import { startGateway } from '../../test/gateway.ts';
import { addressExchange } from './address-exchange.ts';

const answer = (_request: unknown, response: { end(text: string): void }) => response.end('{}');
const operations = { 'GET /things': {} };

test('L1 what one address may ask for is counted over all replicas of the gateway, and while NATS is away by each alone', async () => {
  const open = (name: string) => openBus({ url: inject('stack').natsUrl, name });
  await using bus = await open('gateway-a');
  await using other = await open('gateway-b');
  await using third = await open('gateway-c');
  const start = (addresses: ReturnType<typeof addressExchange>) =>
    startGateway(operations, answer, { requestsPerMinute: 40, addresses });
  await using first = await start(addressExchange(bus));
  await using second = await start(addressExchange(other));
  await using away = await open('gateway-d');
  await using lonely = await start(addressExchange(away));
  await away.nc.close();
  let told = 0;
  third.nc.subscribe('gateway.addresses', {
    callback: (_error, message) => {
      for (const [, count] of message.json<{ counts: [string, number][] }>().counts) told += count;
    },
  });
  await Promise.all([bus, other, third].map(({ nc }) => nc.flush()));

  const passed = async (gateway: typeof first, count: number) => {
    const all = Array.from({ length: count }, () => fetch(`${gateway.url}/api/v1/things`).then(({ status }) => status));
    return (await Promise.all(all)).filter((status) => status === 200).length;
  };
  expect(await passed(first, 30)).toBe(30);
  await vi.waitFor(() => expect(told).toBe(30), 10_000);
  await other.nc.flush();
  expect(await passed(second, 30)).toBe(10);
  await vi.waitFor(() => expect(told).toBe(40), 10_000);
  await bus.nc.flush();
  // What the other has refused does not count here.
  expect(await passed(first, 30)).toBe(0);
  expect(await passed(lonely, 30)).toBe(30);
});
