import { aggregateOf, subjectOf, typeOf } from '@trust/contracts/event';
import type { Bus } from '@trust/service-kit/events/bus';
import { subscriptions } from '../subscriptions.ts';
import type { Sessions } from './session.ts';

/**
 * Drops cached sessions as soon as identity says that they have changed. A plain subscription, at most once: what is missed is
 * caught by the cache's own second (promise A4).
 */
export function followIdentity({ nc }: Pick<Bus, 'nc'>, sessions: Sessions): void {
  for (const { type } of subscriptions) {
    nc.subscribe(subjectOf(type.type, aggregateOf(type)), {
      callback: (error, message) => {
        if (error) return;
        try {
          sessions.forget(typeOf(message.subject), message.json());
        } catch {
          // Not an event of ours; the cache's own second covers whatever it was.
        }
      },
    });
  }
}
