import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { closeServer, listen } from './listen.ts';

test('L6 a shutdown does not wait for a connection that never sent a request', async () => {
  const { server, url } = await listen((_request, response) => response.end('served'), 0, '127.0.0.1');
  const unused = connect(Number(new URL(url).port), '127.0.0.1');
  unused.resume();
  await once(server, 'connection');
  expect(await (await fetch(url)).text()).toBe('served');
  const ended = once(unused, 'close');
  await closeServer(server);
  await ended;
}, 10_000);
