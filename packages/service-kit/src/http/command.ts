import type { z } from 'zod';
import type { TrxOf } from '../database/db.ts';
import type { AnyDatabase } from '../database/transaction.ts';
import type { Access, Scope } from '../request-info.ts';
import { once } from './idempotency.ts';
import { Reply, reply } from './reply.ts';
import type { Declaration, Input, Keyed, None, Route } from './route.ts';

/**
 * Returns `command(declaration, handler)`: a POST that changes something. Its handler runs in one transaction, once for
 * each `Idempotency-Key` (promise C1), and returns the body of the declared status, or a `reply` for another status,
 * a revision or headers. It may run again after a lost connection, so it only uses `trx` (`Database.transact`).
 * Work before the transaction, such as a call of a store, needs a `route` that calls `once` itself.
 */
export function commandFor<App extends { db: AnyDatabase }>() {
  return function command<
    const A extends Access,
    const S extends Scope | undefined = undefined,
    Params extends z.ZodType = None,
    Query extends z.ZodType = None,
    Body extends z.ZodType = None,
    Answer extends z.ZodType = z.ZodVoid,
    const I extends Exclude<Keyed, 'own'> = undefined,
  >(
    declaration: Declaration<A, S, Params, Query, Body, Answer, I> & { method: 'post' },
    handle: (
      input: Omit<Input<A, S, z.output<Params>, z.output<Query>, z.output<Body>, I>, 'idempotency'>,
      app: App,
      trx: TrxOf<App>,
    ) => Promise<z.input<Answer> | Reply<z.input<Answer>>>,
  ): Route<App> {
    const { status } = declaration.responds;
    const run = (input: Input<A, S, z.output<Params>, z.output<Query>, z.output<Body>, I>, app: App) =>
      app.db.transact((trx) =>
        once(trx, input.idempotency, async () => {
          const answer = await handle(input, app, trx as TrxOf<App>);
          if (answer instanceof Reply) return reply(answer.body, { ...answer, status: answer.status ?? status });
          return reply(answer, { status });
        }),
      );
    return { declaration, handle: run as unknown as Route<App>['handle'] };
  };
}
