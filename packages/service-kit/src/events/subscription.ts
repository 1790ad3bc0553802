import type { EventType } from '@trust/contracts/event';
import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../database/db.ts';
import type { AnyTrx } from '../database/transaction.ts';
import type { Envelope } from './envelope.ts';

export type TrxOf<App> = App extends { db: Database<infer Tables> } ? Transaction<Tables> : AnyTrx;

/** `trx` is the transaction that also remembers the event as seen: an effect written through it happens once (promise E2). */
export type EventContext<Trx> = { trx: Trx; event: Envelope };

/** One event as a handler of many gets it. */
export type ReceivedEvent<Payload> = { payload: Payload; event: Envelope };

/** What a service does with one type of event. */
export type Subscription<App> = {
  type: EventType;
  handle(payload: unknown, context: EventContext<TrxOf<App>>, app: App): Promise<unknown>;
  /** In place of `handle` where several come in a row. */
  handleAll?(arrived: ReceivedEvent<unknown>[], context: { trx: TrxOf<App> }, app: App): Promise<unknown>;
};

/** A subscription to which its app is bound. `takesMany`: may be given all events of a row at once, else one by one. */
export type Handler = {
  type: EventType;
  takesMany: boolean;
  handle(arrived: ReceivedEvent<unknown>[], trx: AnyTrx): Promise<unknown>;
};

export function bindHandler<App>({ type, handle, handleAll }: Subscription<App>, app: App): Handler {
  const all: NonNullable<typeof handleAll> =
    handleAll ??
    (async (arrived, { trx }) => {
      for (const { payload, event } of arrived) await handle(payload, { trx, event }, app);
    });
  return {
    type,
    takesMany: handleAll !== undefined,
    handle: (arrived, trx) => all(arrived, { trx: trx as never }, app),
  };
}

/**
 * The function with which a service subscribes: `const on = onFor<App>()`, then `on(type, async (payload, { trx, event }, app) => …)`.
 * A handler must do nothing but talk to `trx`: it may run again, and 200 events may share one transaction. What it throws is
 * retried with back-off and parked after the eighth time (promise E4). `on.all(type, async (arrived, { trx }, app) => …)` takes up to
 * 200 in order at once, for effects that one statement can write: several times faster on a busy stream.
 */
export function onFor<App>() {
  type Trx = TrxOf<App>;
  function on<Payload extends z.ZodType>(
    type: EventType<Payload>,
    handle: (payload: z.output<Payload>, context: EventContext<Trx>, app: App) => Promise<unknown>,
  ): Subscription<App> {
    return { type: type as EventType, handle: handle as Subscription<App>['handle'] };
  }
  function all<Payload extends z.ZodType>(
    type: EventType<Payload>,
    handleAll: (arrived: ReceivedEvent<z.output<Payload>>[], context: { trx: Trx }, app: App) => Promise<unknown>,
  ): Subscription<App> {
    return {
      type: type as EventType,
      handle: (payload, { trx, event }, app) =>
        handleAll([{ payload: payload as z.output<Payload>, event }], { trx }, app),
      handleAll: handleAll as NonNullable<Subscription<App>['handleAll']>,
    };
  }
  return Object.assign(on, { all });
}
