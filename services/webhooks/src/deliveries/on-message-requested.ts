import { messageRequested } from '@trust/contracts/events/identity';
import { on } from '../app.ts';
import { queueSealed } from './queue-sealed.ts';

export const onMessageRequested = on(messageRequested, ({ sealed }, { trx, event }, app) =>
  queueSealed(trx, app, event.id, sealed),
);
