import { personErased } from '@trust/contracts/events/identity';
import { recordErasure } from '@trust/personal-data/erased-people';
import { on } from '../app.ts';
import { endQueuedPushes } from '../deliveries/of-person.ts';
import { deleteDevicesOf } from '../notifications/devices/of-person.ts';
import { deleteNotifications } from '../notifications/inbox/of-person.ts';
import { deletePreference } from '../notifications/preferences/of-person.ts';
import { forgetPayer } from '../payments/intents/of-person.ts';
import { deleteMailbox } from '../sending/mailbox/of-person.ts';

/** A queued code needs no deletion: it expires within five minutes, with its sealed address. */
export const onPersonErased = on(personErased, async ({ userId: personId, contacts, erasedAt }, { trx }, { now }) => {
  await recordErasure(trx, personId, new Date(erasedAt));
  await deleteNotifications(trx, personId);
  await deleteDevicesOf(trx, personId);
  await deletePreference(trx, personId);
  await endQueuedPushes(trx, personId, now());
  await forgetPayer(trx, personId);
  await deleteMailbox(trx, { recipient: personId, contacts });
});
