import { expect, test } from 'vitest';
import { lanAddress } from '../../deploy/local/lan-address.ts';
import type { Platform } from '../platform.ts';
import { isLoopback, listeningAddresses, requireOwnAddress } from './listening.ts';

export function testLoopback(platform: () => Platform): void {
  test('without --lan every part listens on loopback only', async () => {
    const addresses = listeningAddresses(platform().dataDir);
    // Eight services, Postgres, NATS.
    expect(addresses.length).toBeGreaterThanOrEqual(10);
    expect(addresses.filter((address) => !isLoopback(address))).toEqual([]);
    const { port } = new URL(platform().url);
    const own = requireOwnAddress(() => lanAddress(''));
    await expect(fetch(`http://${own}:${port}/livez`)).rejects.toThrow('fetch failed');
  });
}
