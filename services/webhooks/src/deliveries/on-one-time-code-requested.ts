import { oneTimeCodeRequested } from '@trust/contracts/events/identity';
import { on } from '../app.ts';
import { queueSealed } from './queue-sealed.ts';

export const onOneTimeCodeRequested = on(oneTimeCodeRequested, ({ sealed }, { trx, event }, app) =>
  queueSealed(trx, app, event.id, sealed),
);
