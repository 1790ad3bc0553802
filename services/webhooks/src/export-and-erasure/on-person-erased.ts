import { personErased } from '@trust/contracts/events/identity';
import { on } from '../app.ts';
import { endQueuedPushes } from '../deliveries/queries.ts';
import { deleteDevicesOf } from '../devices/queries.ts';
import { deleteMailbox } from '../mailbox/queries.ts';
import { deleteNotifications } from '../notifications/queries.ts';
import { forgetPayer } from '../payments/queries.ts';
import { deletePreference } from '../preferences/queries.ts';

/** A queued code needs no deletion: it expires within five minutes, with its sealed address. */
export const onPersonErased = on(personErased, async ({ userId: personId, contacts }, { trx }, { now }) => {
  await deleteNotifications(trx, personId);
  await deleteDevicesOf(trx, personId);
  await deletePreference(trx, personId);
  await endQueuedPushes(trx, personId, now());
  await forgetPayer(trx, personId);
  await deleteMailbox(trx, { recipient: personId, contacts });
});
