import { sql } from 'kysely';
import { z } from 'zod';
import { once } from '../src/idempotency.ts';
import { rateLimited } from '../src/limits.ts';
import { invalid } from '../src/problem.ts';
import { reply } from '../src/reply.ts';
import { routeFor } from '../src/route.ts';
import type { SampleApp } from '../src/testing/sample-service.ts';

/** A request under a key whose effect can be counted: one row of `inbox`, under the name that it brings. */
export const keyedRoutes = {
  postThing: routeFor<SampleApp>()(
    {
      method: 'post',
      path: '/things',
      summary: 'Creates',
      access: 'session',
      idempotency: 'required',
      limit: 'profile-mutation',
      body: z.strictObject({ name: z.string(), more: z.number().optional() }),
      responds: { status: 201, body: z.object({ id: z.string() }) },
    },
    ({ body, idempotency }, { db, newId }) =>
      db.transact((trx) =>
        once(trx, idempotency, async () => {
          if (body.more === 400) throw invalid('name', 'invalid_value');
          const id = newId();
          await sql`insert into inbox (consumer, event_id) values (${body.name}, ${id})`.execute(trx);
          if (body.more === 429) throw rateLimited(1);
          return reply({ id }, { status: 201, headers: { Location: `/things/${id}` } });
        }),
      ),
  ),
};
