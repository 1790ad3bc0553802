import { sessionRevoked } from '@trust/contracts/events/identity';
import { on } from '../../app.ts';
import { deleteDevicesOfSession } from './queries.ts';

/** A signed-out device shows nothing more of the person. */
export const onSessionRevoked = on(sessionRevoked, ({ sessionId }, { trx }) => deleteDevicesOfSession(trx, sessionId));
