import { aggregateOf, subjectOf } from '@trust/contracts/event';
import { actorChanged, sessionRevoked } from '@trust/contracts/events/identity';
import type { Bus } from '@trust/service-kit/bus/bus';
import type { EndedSessions, OpenStreams } from './app.ts';

/** Delivery is at most once; the lifetime of a connection covers missed events (promise A4). */
export function endWithSessions({ nc }: Pick<Bus, 'nc'>, streams: OpenStreams): void {
  for (const type of [sessionRevoked, actorChanged])
    nc.subscribe(subjectOf(type.type, aggregateOf(type)), {
      callback: (error, message) => {
        if (!error) streams.end(message.json<EndedSessions>());
      },
    });
}
