import { aggregateOf, subjectOf, typeOf } from '@trust/contracts/event';
import type { Bus } from '@trust/service-kit/bus/bus';
import { subscriptions } from '../subscriptions.ts';
import type { Sessions } from './session.ts';

/** Delivery is at most once; the cache lifetime of one second covers missed events (promise A4). */
export function followIdentity({ nc }: Pick<Bus, 'nc'>, sessions: Sessions): void {
  for (const { type } of subscriptions) {
    nc.subscribe(subjectOf(type.type, aggregateOf(type)), {
      callback: (error, message) => {
        if (error) return;
        try {
          sessions.invalidate(typeOf(message.subject), message.json());
        } catch {
          // Not a platform event.
        }
      },
    });
  }
}
