import type { SampleApp } from '@trust/service-testing/sample-service';
import { sql } from 'kysely';
import { z } from 'zod';
import { once, onceThenRead } from '../src/http/idempotency.ts';
import { reply } from '../src/http/reply.ts';
import { routeFor } from '../src/http/route.ts';
import { invalid, notFound, Problem } from '../src/problems/problem.ts';
import { rateLimited } from '../src/rate-limits/rate-limiting.ts';

const refusals: Record<number, () => Problem> = {
  401: () => new Problem('step-up-required'),
  403: () => new Problem('forbidden'),
  404: notFound,
  409: () => new Problem('state-conflict'),
  429: () => rateLimited(1),
  503: () => new Problem('unavailable'),
};

/** Each effect is one row of `inbox`. */
export const keyedRoutes = {
  postThing: routeFor<SampleApp>()(
    {
      method: 'post',
      path: '/things',
      summary: 'Creates',
      access: 'session',
      idempotency: 'required',
      limit: 'profile-mutation',
      problems: ['not-found', 'forbidden', 'state-conflict', 'step-up-required'],
      body: z.strictObject({ name: z.string(), more: z.number().optional() }),
      responds: { status: 201, also: [200], body: z.object({ id: z.string() }), location: '/things/{id}' },
    },
    ({ body, idempotency }, { db, newId }) =>
      db.transact((trx) =>
        once(trx, idempotency, async () => {
          if (body.more === 200) return reply({ id: body.name }, { status: 200, changed: false });
          if (body.more === 400) throw invalid('name', 'invalid_value');
          const id = newId();
          await sql`insert into inbox (consumer, event_id) values (${body.name}, ${id})`.execute(trx);
          const refusal = body.more && refusals[body.more];
          if (refusal) throw refusal();
          return reply({ id }, { status: 201 });
        }),
      ),
  ),
  postWord: routeFor<SampleApp>()(
    {
      method: 'post',
      path: '/words',
      summary: 'Counts, and reads the count again',
      access: 'session',
      limit: 'profile-mutation',
      repeat: 'read',
      body: z.strictObject({ name: z.string(), asStored: z.literal(true).optional() }),
      responds: { status: 201, body: z.object({ id: z.string(), count: z.number() }), location: '/words/{id}' },
    },
    ({ body: { name, asStored }, idempotency }, { db, newId }) =>
      db.transact((trx) => {
        const count = async () => (await sql`select from inbox where consumer = ${name}`.execute(trx)).rows.length;
        if (asStored) return once(trx, idempotency, async () => reply({ id: name, count: 0 }, { status: 201 }));
        const write = async () => {
          await sql`insert into inbox (consumer, event_id) values (${name}, ${newId()})`.execute(trx);
          return reply(name, { status: 201 });
        };
        return onceThenRead(trx, idempotency, write, async (id) => ({ id, count: await count() }));
      }),
  ),
  postMyThing: routeFor<SampleApp>()(
    {
      method: 'post',
      path: '/me/things',
      summary: 'Creates in the workspace',
      access: 'provider.profile.manage',
      scope: 'workspace',
      body: z.strictObject({}),
      responds: { status: 201, body: z.object({ providerId: z.string() }), location: '/me/things/{providerId}' },
    },
    ({ providerId, idempotency }, { db }) =>
      db.transact((trx) => once(trx, idempotency, async () => reply({ providerId }, { status: 201 }))),
  ),
};
