import { problemCatalogue } from '@trust/contracts/problems/problem';
import { joinTexts } from '@trust/contracts/values/text';
import { type SampleApp, startSample } from '@trust/service-testing/sample-service';
import type { TestResponse } from '@trust/service-testing/service';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openDb } from '../database/db.ts';
import { Problem } from '../problems/problem.ts';
import { routeFor } from './route.ts';

const route = routeFor<SampleApp>();
const canary = 'kestrel';
const noDatabase = openDb({ url: `postgres://${canary}:${canary}@127.0.0.1:1/${canary}`, connectTimeout: 500 });
const forbidden = await new Response(
  `<Error><Code>AccessDenied</Code><HostId>${canary}</HostId><Resource>/${canary}/a.pdf</Resource></Error>`,
).text();

const breaks: Record<string, (db: SampleApp['db']) => unknown> = {
  'a unique constraint of Postgres': (db) =>
    sql`insert into inbox (consumer, event_id) select ${canary}, first_id(now()) from generate_series(1, 2)`.execute(
      db,
    ),
  'a check constraint of Postgres': (db) =>
    sql`insert into outbox (id, type, aggregate, aggregate_id, payload) values (first_id(now()), ${canary}, ${canary}, ${canary}, '{}')`.execute(
      db,
    ),
  'invalid SQL': (db) => sql`select kestrel from no_such_table`.execute(db),
  'a missing grant': (db) => sql`drop table outbox`.execute(db),
  'unreachable Postgres': () => sql`select ${canary}`.execute(noDatabase),
  'unreachable NATS': () => Promise.reject(new Error(`connect ETIMEDOUT nats://${canary}@10.0.0.7:4222`)),
  'a 403 in XML from the object store': () =>
    Promise.reject(Object.assign(new Error(forbidden), { Code: 'AccessDenied', $metadata: { httpStatusCode: 403 } })),
  'a response that its schema rejects': () => ({ name: { canary } }),
  '{}': () => Promise.reject({}),
  'an object with a message': () =>
    Promise.reject({ message: canary, detail: canary, status: 500, headers: { 'x-a': canary } }),
  null: () => Promise.reject(null),
  undefined: () => Promise.reject(undefined),
  'a string': () => Promise.reject(canary),
  'a number': () => Promise.reject(404),
  'an error with a cause': () => Promise.reject(new Error(canary, { cause: new TypeError(`/srv/${canary}/a.ts:1:1`) })),
  'an error whose message throws': () =>
    Promise.reject({
      get status() {
        throw new Error(canary);
      },
    }),
  'a problem with an invalid header': () =>
    Promise.reject(new Problem('not-found', undefined, { headers: { 'X-A': `${canary}\n` } })),
  'a problem whose representation is invalid': () =>
    Promise.reject(new Problem('edit-conflict', undefined, { current: { canary: 1n } })),
  // Last: the pool may return the closed connection again.
  'a connection closed by Postgres': (db) => sql`select pg_terminate_backend(pg_backend_pid()), ${canary}`.execute(db),
};

/** Unavailable (promise C5); all others are defects. */
const away = ['unreachable Postgres', 'a connection closed by Postgres'];

const routes = {
  breakThing: route(
    {
      method: 'get',
      path: '/breaks/{nth}',
      summary: 'Breaks',
      access: 'public',
      params: z.object({ nth: z.coerce.number() }),
      responds: { status: 200, body: z.object({ name: z.string() }) },
      problems: ['not-found', 'edit-conflict'],
    },
    async ({ params }, { db }) => (await Object.values(breaks)[params.nth]?.(db)) as { name: string },
  ),
  readThing: route(
    {
      method: 'put',
      path: '/things',
      summary: 'Reads',
      access: 'public',
      body: z.strictObject({ a: z.unknown() }),
      responds: { status: 204 },
    },
    async () => undefined,
  ),
};

let service: Awaited<ReturnType<typeof startSample>>;
beforeAll(async () => {
  service = await startSample(routes, { connections: 2 });
});
afterAll(() => Promise.all([service[Symbol.asyncDispose](), noDatabase.destroy()]));

const members = ['detail', 'errors', 'instance', 'requestId', 'status', 'title', 'type'];
const telling =
  /kestrel|select|insert|relation|constraint|_key\b|_check\b|duplicate|permission|postgres|nats|127\.0|10\.0|ECONN|AccessDenied|node_modules|\.ts\b|\n\s+at |Error:/i;

/** Except `instance` and `errors`, which quote the client. */
function expectBare(answer: TestResponse): void {
  const { instance: _own, errors: _also, ...rest } = answer.body;
  expect(Object.keys(answer.body).sort()).toEqual(members);
  expect(JSON.stringify([rest, ...answer.headers])).not.toMatch(telling);
}

test.each(Object.keys(breaks).map((what, nth) => [what, nth] as const))(
  'D4 the error response to %s discloses no details',
  async (what, nth) => {
    const slug = away.includes(what) ? 'unavailable' : 'internal';
    for (const language of ['en', 'fr'] as const) {
      const answer = await service.get(`/breaks/${nth}`, { headers: { 'accept-language': language } });
      const { status, title, when, remedy } = problemCatalogue[slug];
      expectBare(answer);
      expect(answer.body).toEqual({
        type: `http://trust.test/problems/${slug}`,
        title: title[language],
        status,
        detail: joinTexts(when, remedy)[language],
        instance: `/api/v1/breaks/${nth}`,
        requestId: answer.headers.get('x-request-id'),
        errors: [],
      });
    }
  },
);

const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
test.each([
  ['objects 15,000 deep', deep(15_000), 400],
  ['lists 50,000 deep', `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 400],
  ['10,000 keys', `{${Array.from({ length: 10_000 }, (_, n) => `"k${n}":1`)}}`, 400],
  ['a prototype', '{"__proto__":{"a":1},"constructor":{"prototype":{"a":1}}}', 400],
  ['a number of 90,000 digits as a key', `{"${'9'.repeat(90_000)}":1}`, 400],
  ['what is over 100 KiB', JSON.stringify({ a: 'x'.repeat(110_000) }), 413],
  ['what breaks off', '{"a":"kestrel', 400],
  ['what is no JSON', '\u0000\u0001kestrel', 400],
  ['nothing that JSON allows at the top', '"kestrel"', 400],
] as const)('D4 rejects a JSON bomb without the text of the parser: %s', async (_what, text, status) => {
  const answer = await service.put('/things', {
    rawBody: Buffer.from(text),
    headers: { 'content-type': 'application/json' },
  });
  expect(answer.status).toBe(status);
  expectBare(answer);
});

test('D4 rejects an unsupported charset or compression without the text of the library', async () => {
  const refused: Record<string, string>[] = [
    { 'content-type': 'application/json; charset=kestrel' },
    { 'content-type': 'application/json', 'content-encoding': 'kestrel' },
  ];
  for (const headers of refused) {
    const answer = await service.put('/things', { rawBody: Buffer.from('{}'), headers });
    expect(answer.status).toBe(415);
    expectBare(answer);
  }
});
