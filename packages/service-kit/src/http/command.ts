import type { z } from 'zod';
import type { TrxOf } from '../database/db.ts';
import type { AnyDatabase } from '../database/transaction.ts';
import type { Access, Scope } from '../request-info.ts';
import { once } from './idempotency.ts';
import { Reply, reply } from './reply.ts';
import type { Asked, Declaration, Input, Keyed, None, Route, Rule } from './route.ts';

/**
 * Returns `command(declaration, handler)`: a POST that changes something. Its handler runs in one transaction, once for
 * each `Idempotency-Key` (promise C1), and returns the body of the declared status, or a `reply` for another status,
 * a revision or headers. It may run again after a lost connection, so it only uses `trx` (`Database.transact`).
 * Work before the transaction, such as a call of a store, needs a `route` that calls `once` itself.
 *
 * `rule` runs first, in the same transaction, and refuses by throwing a problem. What it returns is the last parameter of
 * the handler. It reads and locks, and writes nothing, because `actions` of a thing asks it without a request (promise T7).
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
    Ruled = undefined,
  >(
    {
      rule,
      ...declaration
    }: Declaration<A, S, Params, Query, Body, Answer, I> & {
      method: 'post';
      rule?: Rule<App, Asked<A, S, z.output<Params>, z.output<Body>>, Ruled>;
    },
    handle: (
      input: Omit<Input<A, S, z.output<Params>, z.output<Query>, z.output<Body>, I>, 'idempotency'>,
      app: App,
      trx: TrxOf<App>,
      ruled: Ruled,
    ) => Promise<z.input<Answer> | Reply<z.input<Answer>>>,
  ): Route<App> {
    const { status } = declaration.responds;
    const run = (input: Input<A, S, z.output<Params>, z.output<Query>, z.output<Body>, I>, app: App) =>
      app.db.transact((trx) =>
        once(trx, input.idempotency, async () => {
          const own = trx as TrxOf<App>;
          const ruled = (await rule?.(
            { ...input, choice: (input.body ?? {}) as Partial<z.output<Body>> },
            app,
            own,
          )) as Ruled;
          const answer = await handle(input, app, own, ruled);
          if (answer instanceof Reply) return reply(answer.body, { ...answer, status: answer.status ?? status });
          return reply(answer, { status });
        }),
      );
    return { declaration, ...(rule && { rule }), handle: run } as unknown as Route<App>;
  };
}
