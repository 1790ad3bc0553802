import { randomUUID } from 'node:crypto';
import { cloneDatabase } from '@trust/service-testing/stack';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openDb } from './database/db.ts';
import type { AnyDatabase } from './database/transaction.ts';
import { RawReply, Reply, reply } from './http/reply.ts';
import type { Route } from './http/route.ts';
import { withOperatorNames } from './operator-names.ts';

const opened = new AsyncDisposableStack();
let db: AnyDatabase;
const [lark, erased, unknown] = [randomUUID(), randomUUID(), randomUUID()];
beforeAll(async () => {
  const { owner } = opened.use(await cloneDatabase('webhooks'));
  db = opened.use(openDb({ url: owner, max: 1 }));
  await sql`create table colleague (id uuid primary key, work_name text)`.execute(db);
  await sql`insert into colleague values (${lark}, 'Lark'), (${erased}, null)`.execute(db);
});
afterAll(() => opened.disposeAsync());

type App = { db: AnyDatabase };
const Shown = z.object({ items: z.array(z.object({ assigneeId: z.uuid().nullable() })).nullable() });
const routeOf = (access: string, body?: z.ZodType) =>
  ({
    declaration: { access, responds: { status: 200, body } },
    handle: async () => undefined,
  }) as unknown as Route<App>;
const named = (access = 'session', body: z.ZodType | undefined = Shown) =>
  withOperatorNames({ read: routeOf(access, body) }, { table: 'colleague', key: 'id' }).read;
const nobody = { actor: undefined, params: {}, language: () => 'en' as const, permits: undefined as never };
const answerOf = async (body: unknown, app: App = { db }) => named().beforeSending?.(body, app, nobody);

test('adds the name beside each id of an operator, at any depth', async () => {
  const at = new Date(0);
  const body = {
    items: [{ assigneeId: lark, at, inner: { openerId: erased } }, { assigneeId: null }, { assigneeId: unknown }],
    id: lark,
  };
  expect(await answerOf(body)).toEqual({
    items: [
      { assigneeId: lark, assigneeName: 'Lark', at, inner: { openerId: erased, openerName: 'former operator' } },
      { assigneeId: null, assigneeName: null },
      { assigneeId: unknown, assigneeName: null },
    ],
    id: lark,
  });
});

test('an answer without such an id, or that is no JSON, is sent as it is, without a query', async () => {
  const without = { db: undefined as never };
  expect(await answerOf({ id: lark }, without)).toEqual({ id: lark });
  expect(await answerOf({ id: lark, assigneeId: undefined }, without)).not.toHaveProperty('assigneeName');
  const raw = new RawReply('a', 'text/plain');
  expect(await answerOf(raw, without)).toBe(raw);
});

test('D1 a public answer is not searched for operators', () => {
  expect(named('public').beforeSending).toBeUndefined();
  expect(named('operations.triage.read').beforeSending).toBeDefined();
  expect(
    named('session', z.discriminatedUnion('view', [z.object({ view: z.literal('a'), inner: Shown })])).beforeSending,
  ).toBeDefined();
  expect(named('session', z.object({ id: z.uuid() })).beforeSending).toBeUndefined();
});

test('a reply keeps its status, headers and what it says of changes', async () => {
  const answer = await answerOf(reply({ openerId: lark }, { status: 201, revision: 3, changed: false }));
  expect(answer).toBeInstanceOf(Reply);
  expect(answer).toMatchObject({
    body: { openerId: lark, openerName: 'Lark' },
    status: 201,
    headers: { ETag: '"r3"' },
    changed: false,
  });
});
