import { expect, test } from 'vitest';
import { RawReply, Reply, reply } from './http/reply.ts';
import type { Route } from './http/route.ts';
import { withNames } from './named-ids.ts';

const asked: string[][] = [];
const naming = {
  fields: ['assigneeId', 'openerId'] as const,
  namesOf: async (_app: object, ids: readonly string[]) => {
    asked.push([...ids]);
    return new Map([['1', 'Lark']]);
  },
};
const answerOf = async (body: unknown) => {
  const route = { declaration: {}, handle: async () => body } as unknown as Route<object>;
  const { read } = withNames<object, { read: Route<object> }>({ read: route }, naming);
  return read.beforeSending?.(body, {});
};

test('adds the name beside each id, at any depth, with one question', async () => {
  asked.length = 0;
  const at = new Date(0);
  const body = { items: [{ assigneeId: '1', at, inner: { openerId: '2' } }, { assigneeId: null }], id: '1' };
  expect(await answerOf(body)).toEqual({
    items: [
      { assigneeId: '1', assigneeName: 'Lark', at, inner: { openerId: '2', openerName: null } },
      { assigneeId: null, assigneeName: null },
    ],
    id: '1',
  });
  expect(asked).toEqual([['1', '2']]);
});

test('an answer without such an id, or that is no JSON, is sent as it is', async () => {
  asked.length = 0;
  const body = { id: '1', assigneeId: undefined };
  const raw = new RawReply('a', 'text/plain');
  expect(await answerOf({ id: '1' })).toEqual({ id: '1' });
  expect(await answerOf(body)).not.toHaveProperty('assigneeName');
  expect(await answerOf(raw)).toBe(raw);
  expect(asked.flat()).toEqual([]);
});

test('a reply keeps its status, headers and what it says of changes', async () => {
  const named = await answerOf(reply({ openerId: '1' }, { status: 201, revision: 3, changed: false }));
  expect(named).toBeInstanceOf(Reply);
  expect(named).toMatchObject({
    body: { openerId: '1', openerName: 'Lark' },
    status: 201,
    headers: { ETag: '"r3"' },
    changed: false,
  });
});
