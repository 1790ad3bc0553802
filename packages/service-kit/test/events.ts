import { aggregate, event, shortLived } from '@trust/contracts/event';
import { type Generated, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../src/database/db.ts';
import { onFor, type Subscription } from '../src/inbox/subscription.ts';

/** `effect` has no constraint, so that a duplicate effect shows. */
export type Tables = {
  effect: { place: Generated<string>; event_id: string; thing: string | null; value: number };
  thing: { thing: string; value: number; changes: number };
};

export type App = { db: Database<Tables> };
export const on = onFor<App>();

export type Events = ReturnType<typeof eventsOf>;

/** A publisher per test, so that tests can share one nats-server. */
export function eventsOf(publisher: string) {
  const shape = { thing: z.string(), value: z.number().int() };
  const ofThing = aggregate('thing', ({ thing }: { thing: string }) => thing);
  return {
    changed: event(`${publisher}.thing.changed.v1`, 'A thing has a new value.', shape, ofThing),
    ignored: event(`${publisher}.thing.ignored.v1`, 'Nobody subscribes to it.', shape, ofThing),
    noted: event(`${publisher}.note.written.v1`, 'Stands alone.', { value: z.number().int() }),
    audited: event(`${publisher}.audit.recorded.v1`, 'Nobody subscribes to its aggregate.', {
      value: z.number().int(),
    }),
    coded: shortLived(event(`${publisher}.code.requested.v1`, 'Short-lived.', { value: z.number().int() })),
  };
}

export function subscriptionsOf({ changed, noted }: Events): Subscription<App>[] {
  return [
    on(changed, async ({ thing, value }, { trx, event: { id } }) => {
      await trx.insertInto('effect').values({ event_id: id, thing, value }).execute();
      await sql`insert into thing (thing, value, changes) values (${thing}, ${value}, 1)
        on conflict (thing) do update set value = excluded.value, changes = thing.changes + 1`.execute(trx);
    }),
    on(noted, async ({ value }, { trx, event: { id } }) => {
      await trx.insertInto('effect').values({ event_id: id, thing: null, value }).execute();
    }),
  ];
}
