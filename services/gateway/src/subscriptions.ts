import { actorChanged, sessionRevoked } from '@trust/contracts/events/identity';

/** What the gateway hears as it is published, without a consumer of its own. */
export const subscriptions = [{ type: sessionRevoked }, { type: actorChanged }];
