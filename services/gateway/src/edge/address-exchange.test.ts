import { openBus } from '@trust/service-kit/bus/bus';
import { expect, inject, test, vi } from 'vitest';
import { startGateway } from '../../test/gateway.ts';
import { addressExchange } from './address-exchange.ts';

const ok = (_request: unknown, response: { end(text: string): void }) => response.end('{}');
const operations = { 'GET /things': {} };

test('L1 counts requests per address over all gateway replicas, and per replica without NATS', async () => {
  const open = (name: string) => openBus({ url: inject('stack').natsUrl, name });
  await using bus = await open('gateway-a');
  await using otherBus = await open('gateway-b');
  await using listener = await open('gateway-c');
  const start = (addresses: ReturnType<typeof addressExchange>) =>
    startGateway(operations, ok, { requestsPerMinute: 40, addresses });
  await using first = await start(addressExchange(bus));
  await using second = await start(addressExchange(otherBus));
  await using closedBus = await open('gateway-d');
  await using isolated = await start(addressExchange(closedBus));
  await closedBus.nc.close();
  let published = 0;
  listener.nc.subscribe('gateway.addresses', {
    callback: (_error, message) => {
      for (const [, count] of message.json<{ counts: [string, number][] }>().counts) published += count;
    },
  });
  await Promise.all([bus, otherBus, listener].map(({ nc }) => nc.flush()));

  const countAccepted = async (gateway: typeof first, count: number) => {
    const all = Array.from({ length: count }, () => fetch(`${gateway.url}/api/v1/things`).then(({ status }) => status));
    return (await Promise.all(all)).filter((status) => status === 200).length;
  };
  expect(await countAccepted(first, 30)).toBe(30);
  await vi.waitFor(() => expect(published).toBe(30), 10_000);
  await otherBus.nc.flush();
  expect(await countAccepted(second, 30)).toBe(10);
  // Refused requests are not published.
  await vi.waitFor(() => expect(published).toBe(40), 10_000);
  await bus.nc.flush();
  expect(await countAccepted(first, 30)).toBe(0);
  expect(await countAccepted(isolated, 30)).toBe(30);
});
