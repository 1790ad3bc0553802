import { once } from '@trust/service-kit/http/idempotency';
import { reply } from '@trust/service-kit/http/reply';
import { conflict, invalid, type Problem } from '@trust/service-kit/problems/problem';
import type { z } from 'zod';
import { audit, route } from '../../app.ts';
import {
  deleteOldDevices,
  deleteOtherHolders,
  insertDevice,
  isHeldByAnother,
  lockInstallation,
  lockRegistration,
  updateDevice,
} from './queries.ts';
import type { DeviceRow } from './registered-devices.ts';
import { Device, DeviceRegistration, type PushService } from './schema.ts';

const maxDevices = 20;
/** Days without a renewal after which a device may belong to somebody else. */
const silence = 30;

export const createDevice = route(
  {
    method: 'post',
    path: '/devices',
    summary: 'Register a device for pushes',
    description:
      'Registers an installation of the app, or updates it: send it at each start and after each sign-in, and when the push service gives the app a new token. The token is stored encrypted and never returned. An installation or token that another person has registered is refused until that person signs out, deletes it, or has not renewed it for 30 days. Pushes are in `locale`, by default the language of the request, unless the notification preferences have one. The end of the session ends the registration. A person has at most 20 devices; the oldest registration gives way.',
    access: 'session',
    limit: 'device-registration',
    body: DeviceRegistration,
    responds: { status: 201, also: [200], body: Device, location: '/devices/{id}' },
    problems: ['state-conflict'],
  },
  async (input, { db, now, newId, tokens }) => {
    const { actor, body, request } = input;
    const { installationId, pushService, pushToken } = body;
    // A token of APNs becomes part of a path.
    if (pushService === 'apns' && !/^[0-9a-f]{64,200}$/i.test(pushToken)) throw invalid('pushToken', 'invalid_format');
    const hashes = tokens.hashes(pushToken);
    const [tokenHash = Buffer.alloc(0)] = hashes;
    return db.transact((trx) =>
      once(trx, input.idempotency, async () => {
        await lockRegistration(trx, installationId, tokenHash);
        const registration = { installationId, userId: actor.userId, hashes };
        if (await isHeldByAnother(trx, { ...registration, since: new Date(now().getTime() - silence * 86_400_000) }))
          throw heldByAnother();
        await deleteOtherHolders(trx, registration);
        const before = await lockInstallation(trx, installationId);
        const id = before?.id ?? newId();
        const at = now();
        const state = {
          ...tokens.seal(id, pushToken),
          push_service: pushService,
          session_id: actor.sessionId,
          locale: body.locale ?? request.language,
          updated_at: at,
        };
        const device = before
          ? await updateDevice(trx, id, state)
          : await insertDevice(trx, {
              ...state,
              id,
              installation_id: installationId,
              user_id: actor.userId,
              registered_at: at,
            });
        await deleteOldDevices(trx, actor.userId, maxDevices);
        await audit(trx, input, {
          objectType: 'device',
          objectId: id,
          after: { pushService, isNew: !before, hasNewToken: !before?.token_hash.equals(device.token_hash) },
        });
        return reply(deviceView(device), { status: before ? 200 : 201 });
      }),
    );
  },
);

function heldByAnother(): Problem {
  return conflict({
    en: 'This app or its push token is registered for another account. Sign out of that account in this app, or reinstall the app.',
    fr: 'Cette application ou son jeton est enregistré pour un autre compte. Déconnectez ce compte dans l’application, ou réinstallez-la.',
  });
}

function deviceView(device: DeviceRow): z.input<typeof Device> {
  return {
    id: device.id,
    installationId: device.installation_id,
    pushService: device.push_service as PushService,
    locale: device.locale as 'en' | 'fr',
    registeredAt: device.registered_at.toISOString(),
    updatedAt: device.updated_at.toISOString(),
  };
}
