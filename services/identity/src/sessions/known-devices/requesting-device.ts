import { deviceCookie, deviceHeader, deviceIdPattern } from '@trust/contracts/device';
import type { RequestInfo } from '@trust/service-kit/request-info';
import { parseCookie } from 'cookie';
import { z } from 'zod';
import type { Vault } from '../../app.ts';
import { networkOf } from './network.ts';

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

/** Without a device id, the network identifies the device (ADR 0031). */
export function hashRequestingDevice(
  vault: Vault,
  identifierIndex: Buffer,
  request: Pick<RequestInfo, 'header' | 'ip'>,
): Buffer {
  const id = readDeviceId(request);
  return id === undefined
    ? vault.deviceHash(identifierIndex, `network ${networkOf(request.ip)}`)
    : hashDeviceId(vault, identifierIndex, id);
}

export function hashDeviceId(vault: Vault, identifierIndex: Buffer, deviceId: string): Buffer {
  return vault.deviceHash(identifierIndex, `device ${deviceId}`);
}

export function readDeviceId({ header }: Pick<RequestInfo, 'header'>): string | undefined {
  const cookie = parseCookie(header('cookie') ?? '')[deviceCookie];
  return header(deviceHeader) ?? (cookie && deviceIdPattern.test(cookie) ? cookie : undefined);
}
