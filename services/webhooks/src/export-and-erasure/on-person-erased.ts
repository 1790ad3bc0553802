import { personErased } from '@trust/contracts/events/identity';
import { on } from '../app.ts';
import { endQueuedPushes } from '../deliveries/queries.ts';
import { deleteMailbox } from '../mailbox/queries.ts';
import { deleteNotifications } from '../notifications/queries.ts';

/** A code in flight expires within five minutes, and its sealed address is deleted with it. */
export const onPersonErased = on(personErased, async ({ userId: personId, contacts }, { trx }, { now }) => {
  await deleteNotifications(trx, personId);
  await endQueuedPushes(trx, personId, now());
  await deleteMailbox(trx, { recipient: personId, contacts });
});
