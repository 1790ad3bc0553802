import type { EventType } from '@trust/contracts/event';
import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../database/db.ts';
import type { AnyTrx } from '../database/transaction.ts';
import type { Envelope } from './envelope.ts';

export type TrxOf<App> = App extends { db: Database<infer Tables> } ? Transaction<Tables> : AnyTrx;

/** `trx` also records the event as seen, so effects through it happen once (promise E2). */
export type EventContext<Trx> = { trx: Trx; event: Envelope };

export type ReceivedEvent<Payload> = { payload: Payload; event: Envelope };

export type Subscription<App> = {
  type: EventType;
  handle(payload: unknown, context: EventContext<TrxOf<App>>, app: App): Promise<unknown>;
  handleAll?(arrived: ReceivedEvent<unknown>[], context: { trx: TrxOf<App> }, app: App): Promise<unknown>;
};

/** A subscription with its app. `takesMany`: accepts consecutive events at once. */
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
 * Returns `on(type, handler)`. A handler must only use `trx`: it may run again, with up to 200
 * events in one transaction. Errors are retried and parked after eight attempts (promise E4).
 * `on.all` takes up to 200 events at once.
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
