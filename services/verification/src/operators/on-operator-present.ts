import { operatorPresent } from '@trust/contracts/events/identity';
import { on } from '../app.ts';
import { savePresence } from './queries.ts';

export const onOperatorPresent = on(operatorPresent, ({ userId, endsAt, occurredAt }, { trx }) =>
  savePresence(trx, { user_id: userId, present_until: endsAt, announced_at: occurredAt }),
);
