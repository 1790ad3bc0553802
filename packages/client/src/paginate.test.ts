import { expect, test } from 'vitest';
import { type ClientOptions, createTrustClient, isProblem } from './client.ts';

const pages = [
  { items: [1, 2], nextCursor: 'second' },
  { items: [], nextCursor: 'third' },
  { items: [3], nextCursor: null },
];

function listing(options: Partial<ClientOptions> = {}, respond = (index: number) => Response.json(pages[index])) {
  const sent: string[] = [];
  const fetch = async ({ url }: Request) => respond(sent.push(new URL(url).search) - 1);
  return { sent, client: createTrustClient({ baseUrl: 'http://trust.test', fetch, ...options }) };
}

test('reads a list to its last page, with the options of the call on every page', async () => {
  const { sent, client } = listing();
  const found: unknown[] = [];
  for await (const one of client.paginate('listNotifications', { params: { query: { limit: 2 } } })) found.push(one);
  expect(found).toEqual([1, 2, 3]);
  expect(sent).toEqual(['?limit=2', '?limit=2&cursor=second', '?limit=2&cursor=third']);
});

test('requests the next page only if its items are asked for', async () => {
  const { sent, client } = listing();
  for await (const one of client.paginate('listNotifications')) if ((one as unknown) === 2) break;
  expect(sent).toHaveLength(1);
});

test('begins at a given cursor', async () => {
  const { sent, client } = listing();
  await client.paginate('listNotifications', { params: { query: { cursor: 'first' } } }).next();
  expect(sent).toEqual(['?cursor=first']);
});

test('an abort ends the reading with its reason, also between two pages', async () => {
  const { sent, client } = listing();
  const abort = new AbortController();
  const found: unknown[] = [];
  async function read() {
    for await (const one of client.paginate('listNotifications', { signal: abort.signal })) {
      found.push(one);
      if (found.length === 2) abort.abort(new Error('enough'));
    }
  }
  await expect(read()).rejects.toThrow('enough');
  expect([found, sent.length]).toEqual([[1, 2], 1]);
});

test('throws the problem of a page', async () => {
  const gone = Response.json({ type: '/problems/not-found' }, { status: 404 });
  const { client } = listing({}, (index) => (index === 0 ? Response.json(pages[0]) : gone));
  const found: unknown[] = [];
  const error = await (async () => {
    for await (const one of client.paginate('listNotifications')) found.push(one);
  })().catch((thrown: unknown) => thrown);
  expect([found, isProblem(error, 'not-found')]).toEqual([[1, 2], true]);
});

test('refuses an operation that is no list', async () => {
  const { client } = listing({}, () => Response.json({ id: 'one' }));
  const call = (id: string) => client.paginate(id as 'listNotifications').next();
  await expect(call('getWorkspace')).rejects.toThrow('"getWorkspace" is no list. Call `client.api.getWorkspace`.');
  await expect(call('getNothing')).rejects.toThrow('There is no operation "getNothing".');
});
