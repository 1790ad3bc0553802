import { savePresence } from '@trust/assignee-choice/present-operators';
import { operatorPresent } from '@trust/contracts/events/identity';
import { on } from '../../app.ts';

export const onOperatorPresent = on(operatorPresent, (presence, { trx }) => savePresence(trx, presence));
