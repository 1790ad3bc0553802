import type { EventType } from '@trust/contracts/event';
import type { z } from 'zod';
import type { TrxOf } from '../database/db.ts';
import type { AnyTrx } from '../database/transaction.ts';
import type { Envelope } from '../outbox/envelope.ts';

export type ReceivedEvent<Payload> = { payload: Payload; event: Envelope };

export type Subscription<App> = {
  type: EventType;
  /** Takes consecutive events at once. */
  isBatched: boolean;
  handle(received: ReceivedEvent<unknown>[], context: { trx: TrxOf<App> }, app: App): Promise<unknown>;
};

/** A subscription with its app. */
export type Handler = Pick<Subscription<unknown>, 'type' | 'isBatched'> & {
  handle(received: ReceivedEvent<unknown>[], trx: AnyTrx): Promise<unknown>;
};

export function bindHandler<App>({ type, isBatched, handle }: Subscription<App>, app: App): Handler {
  return { type, isBatched, handle: (received, trx) => handle(received, { trx: trx as TrxOf<App> }, app) };
}

/**
 * Returns `on(type, handler)`. A handler must only use `trx`, which also records the event as seen (promise E2): it may
 * run again, in one transaction with other events. Errors are retried and parked after eight attempts (promise E4).
 * `on.all` takes all events of a batch at once; `on.each` takes several types, such as a change and the snapshot.
 */
export function onFor<App>() {
  type Trx = TrxOf<App>;
  function on<Payload extends z.ZodType>(
    type: EventType<Payload>,
    handle: (payload: z.output<Payload>, context: { trx: Trx; event: Envelope }, app: App) => Promise<unknown>,
  ): Subscription<App> {
    const each = all(type, async (received, { trx }, app) => {
      for (const { payload, event } of received) await handle(payload, { trx, event }, app);
    });
    return { ...each, isBatched: false };
  }
  function all<Payload extends z.ZodType>(
    type: EventType<Payload>,
    handle: (received: ReceivedEvent<z.output<Payload>>[], context: { trx: Trx }, app: App) => Promise<unknown>,
  ): Subscription<App> {
    return { type: type as EventType, isBatched: true, handle: handle as Subscription<App>['handle'] };
  }
  function each<Payload extends z.ZodType>(
    types: readonly EventType<Payload>[],
    handle: (payload: z.output<Payload>, context: { trx: Trx; event: Envelope }, app: App) => Promise<unknown>,
  ): Subscription<App>[] {
    return types.map((type) => on(type, handle));
  }
  return Object.assign(on, { all, each });
}
