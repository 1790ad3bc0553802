import { oneTimeCodeRequested } from '@trust/contracts/events/identity';
import { on } from '../app.ts';
import { insertDelivery } from './queries.ts';

/** Queues the code as it came, sealed. What cannot be opened is thrown, and so ends up among the dead letters. */
export const onOneTimeCodeRequested = on(
  oneTimeCodeRequested,
  async ({ sealed }, { trx, event }, { newId, now, openSealed }) => {
    const { channel, expiresAt } = await openSealed(sealed);
    const at = now();
    await insertDelivery(trx, {
      id: newId(),
      event_id: event.id,
      channel,
      template: 'one_time_code',
      sealed,
      expires_at: expiresAt,
      next_try_at: at,
      created_at: at,
    });
  },
);
