import { randomUUID } from 'node:crypto';
import { person } from '@trust/service-testing/actors';
import { type SampleApp, startSample } from '@trust/service-testing/sample-service';
import { cloneDatabase } from '@trust/service-testing/stack';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { startCuttingProxy } from '../../test/cutting-proxy.ts';
import { keyedRoutes } from '../../test/keyed-routes.ts';
import { routeFor } from '../http/route.ts';
import { conflict } from '../problems/problem.ts';
import { brokenConstraint } from './sql-error.ts';

/** Routes that fail as a row of `inbox` says: `<SQLSTATE> <how often>`. */
async function openFailing() {
  const urls = await cloneDatabase('webhooks');
  const owner = new pg.Client({ connectionString: urls.owner });
  await owner.connect();
  await owner.query(`
    create sequence tries;
    create function fail() returns trigger language plpgsql security definer as $$
    declare tried bigint = nextval('tries');
    begin
      if tried <= split_part(new.consumer, ' ', 2)::int then
        raise exception 'as requested' using errcode = split_part(new.consumer, ' ', 1), constraint = split_part(new.consumer, ' ', 3);
      end if;
      return new;
    end $$;
    create trigger fail before insert on inbox for each row execute function fail()`);
  return {
    urls,
    async tries(): Promise<number> {
      const { rows } = await owner.query('select last_value::int * is_called::int as tries from tries');
      await owner.query('alter sequence tries restart');
      return rows[0].tries;
    },
    [Symbol.asyncDispose]: () => owner.end(),
  };
}

const routes = {
  ...keyedRoutes,
  putThing: routeFor<SampleApp>()(
    {
      method: 'put',
      path: '/things/{name}',
      summary: 'Creates by name',
      access: 'public',
      params: z.object({ name: z.string() }),
      responds: { status: 204 },
      problems: ['state-conflict'],
    },
    async ({ params }, { db, newId }) => {
      await db.transact(async (trx) => {
        const inserted = sql`insert into inbox (consumer, event_id) values (${params.name}, ${newId()})`.execute(trx);
        await inserted.catch((error) => {
          if (brokenConstraint(error) !== 'thing_taken') throw error;
          throw conflict({ en: 'It is taken. Choose another.', fr: 'C’est pris. Choisissez-en un autre.' });
        });
      });
    },
  ),
};

const always = 1_000_000;
const expected: [failure: string, status: number, slug: string, tries: number][] = [
  ...['40001', '40P01'].flatMap((state): typeof expected => [
    [`${state} 1`, 204, '', 2],
    [`${state} 3`, 204, '', 4],
    [`${state} ${always}`, 503, 'unavailable', 4],
  ]),
  [`23505 ${always} thing_taken`, 409, 'state-conflict', 1],
  [`23505 ${always} another_constraint`, 500, 'internal', 1],
  ...['57014', '55P03', '25006', '53100', '53200', '53300'].map((state): (typeof expected)[0] => [
    `${state} ${always}`,
    503,
    'unavailable',
    1,
  ]),
  // The connection is lost before the commit, so the transaction is retried.
  ...['57P01', '57P02', '57P03', '57P05', '08000', '08001', '08003', '08004', '08006', '08007', '08P01'].flatMap(
    (state): typeof expected => [
      [`${state} 3`, 204, '', 4],
      [`${state} ${always}`, 503, 'unavailable', 4],
    ],
  ),
  ...['22012', '42P01', 'XX000'].map((state): (typeof expected)[0] => [`${state} ${always}`, 500, 'internal', 1]),
];

test('C5 maps each SQLSTATE to a retry, 409, 503 with Retry-After, or 500', async () => {
  await using failing = await openFailing();
  await using service = await startSample(routes, { urls: failing.urls });
  for (const [failure, ...wanted] of expected) {
    const { status, body, headers } = await service.put(`/things/${encodeURIComponent(failure)}`);
    const slug = String(body?.type ?? '/')
      .split('/')
      .at(-1);
    expect([failure, status, slug, await failing.tries()]).toEqual([failure, ...wanted]);
    expect([failure, Number(headers.get('retry-after')) > 0]).toEqual([failure, status === 503]);
    if (status === 500) expect(JSON.stringify(body)).not.toContain('as requested');
  }
  const { rows } = await sql`select from inbox`.execute(service.db);
  expect(rows).toHaveLength(expected.filter(([, status]) => status === 204).length);
});

test('C5 returns 503 when Postgres refuses a connection for a reason of its own', async () => {
  await using database = await cloneDatabase('webhooks');
  const app = `${database.app}?options=-c%20no_such_setting%3D1`;
  await using service = await startSample(routes, { urls: { ...database, app } });
  const { status, body, headers } = await service.put('/things/0');
  expect([status, body.type]).toEqual([503, 'http://trust.test/problems/unavailable']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
});

test.each([
  ['commit', { replayed: null, tries: 2 }],
  ['answer', { replayed: 'true', tries: 1 }],
] as const)(
  'C5 returns 503 without a retry when COMMIT is cut off (%s lost); the key ensures one effect',
  async (cut, wanted) => {
    await using failing = await openFailing();
    using proxy = await startCuttingProxy(failing.urls.app);
    await using service = await startSample(routes, { urls: { ...failing.urls, app: proxy.url }, connections: 2 });
    const [actor, key] = [person(), randomUUID()];
    const post = () =>
      service.post('/things', { actor, body: { name: '00000 0' }, headers: { 'idempotency-key': key } });
    proxy.cutNext(cut);
    const unknown = await post();
    expect([unknown.status, unknown.body.type]).toEqual([503, 'http://trust.test/problems/unavailable']);
    expect(Number(unknown.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(proxy.cuts()).toBe(1);
    // The key is in use until Postgres notices that its connection is gone.
    const again = await vi.waitFor(async () => {
      const answer = await post();
      expect(answer.status).not.toBe(409);
      return answer;
    }, 10_000);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, wanted.replayed]);
    expect(await failing.tries()).toBe(wanted.tries);
    expect((await sql`select from inbox`.execute(service.db)).rows).toHaveLength(1);
  },
);
