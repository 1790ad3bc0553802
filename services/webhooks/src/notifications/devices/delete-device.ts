import { notFound } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { audit, route } from '../../app.ts';
import { deleteOwnDevice } from './queries.ts';

export const deleteDevice = route(
  {
    method: 'delete',
    path: '/devices/{deviceId}',
    summary: 'Delete a device',
    description: 'It receives no more pushes, and its token is deleted.',
    access: 'session',
    params: z.object({ deviceId: z.uuid().describe('Identifier of the device.') }),
    responds: { status: 204 },
    problems: ['not-found'],
  },
  async (input, { db }) => {
    const { deviceId } = input.params;
    await db.transact(async (trx) => {
      if (!(await deleteOwnDevice(trx, deviceId, input.actor.userId))) throw notFound();
      await audit(trx, input, { objectType: 'device', objectId: deviceId });
    });
  },
);
