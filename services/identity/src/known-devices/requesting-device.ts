import { deviceCookie, deviceHeader, deviceIdPattern } from '@trust/contracts/device';
import type { RequestInfo } from '@trust/service-kit/http/route';
import { parseCookie } from 'cookie';
import { z } from 'zod';
import { networkOf } from '../challenges/network.ts';
import type { Vault } from '../subject-keys/vault.ts';

/** Of the routes that read the device id. Any other value is 400. */
export const DeviceHeader = z.object({
  [deviceHeader]: z
    .string()
    .regex(deviceIdPattern)
    .optional()
    .meta({
      description:
        'Random id that the app makes once and keeps: 16 to 128 letters, digits, `-` and `_`, such as a UUID. After a sign-in ' +
        'the device is known for that number or address, and has limits of its own. Browsers with a cookie session need not send it.',
      examples: ['0f8fad5b-d9cb-469f-a165-70867728950e'],
    }),
});

/**
 * Keyed hash of the device that a request about an identity comes from; without a device id, of its network. `identifierIndex`: the
 * identity, as the vault indexes it.
 */
export function requestingDevice(
  vault: Vault,
  identifierIndex: Buffer,
  request: Pick<RequestInfo, 'header' | 'ip'>,
): Buffer {
  const id = deviceIdOf(request);
  return id === undefined
    ? vault.deviceHash(identifierIndex, `network ${networkOf(request.ip)}`)
    : hashOfDevice(vault, identifierIndex, id);
}

export function hashOfDevice(vault: Vault, identifierIndex: Buffer, deviceId: string): Buffer {
  return vault.deviceHash(identifierIndex, `device ${deviceId}`);
}

/** The device id of the header, else of the cookie. */
export function deviceIdOf({ header }: Pick<RequestInfo, 'header'>): string | undefined {
  const kept = parseCookie(header('cookie') ?? '')[deviceCookie];
  return header(deviceHeader) ?? (kept && deviceIdPattern.test(kept) ? kept : undefined);
}
