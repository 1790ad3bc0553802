import { actorChanged, sessionRevoked } from '@trust/contracts/events/identity';

/** Received as they are published, without a durable consumer. */
export const subscriptions = [{ type: sessionRevoked }, { type: actorChanged }];
