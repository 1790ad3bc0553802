import { aggregateOf, subjectOf, typeOf } from '@trust/contracts/event';
import type { Bus } from '@trust/service-kit/events/bus';
import { subscriptions } from '../subscriptions.ts';
import type { Sessions } from './session.ts';

/**
 * Removes cached sessions when identity publishes a change. Delivery is at most once; the cache's lifetime of a second covers
 * missed events (promise A4).
 */
export function followIdentity({ nc }: Pick<Bus, 'nc'>, sessions: Sessions): void {
  for (const { type } of subscriptions) {
    nc.subscribe(subjectOf(type.type, aggregateOf(type)), {
      callback: (error, message) => {
        if (error) return;
        try {
          sessions.invalidate(typeOf(message.subject), message.json());
        } catch {
          // Not an event of the platform.
        }
      },
    });
  }
}
