import { personErased } from '@trust/contracts/events/identity';
import { on } from '../app.ts';
import { endQueuedPushes } from '../deliveries/queries.ts';
import { deleteMailbox } from '../mailbox/queries.ts';
import { deleteNotifications } from '../notifications/queries.ts';

/** A code that is still on its way ends within five minutes by itself, and the sealed address with it. */
export const onPersonErased = on(personErased, async ({ userId: personId, contacts }, { trx }, { now }) => {
  await deleteNotifications(trx, personId);
  await endQueuedPushes(trx, personId, now());
  await deleteMailbox(trx, { recipient: personId, contacts });
});
