import { expect, test } from 'vitest';
import { ClientSession } from './session.ts';
import { memoryStorage } from './storage.ts';
import type { Transport } from './transport.ts';

const tokensOf = (name: string) => ({ accessToken: `${name}-access`, refreshToken: `${name}-refresh` }) as never;
const unauthenticated = () => Response.json({ type: '/problems/unauthenticated' }, { status: 401 });
const request = () => new Request('http://trust.test/things', { method: 'PUT' });

/** Anne's access token has expired. `meanwhile` runs before the platform answers her refresh. */
function sessionOfAnne(refreshed: () => Response, meanwhile: (session: ClientSession) => Promise<void>) {
  const sent: (string | null)[] = [];
  let ends = 0;
  let ids = 0;
  const transport: Transport = async (makeRequest) => {
    const one = makeRequest();
    if (one.url.endsWith('/auth/refresh')) {
      await meanwhile(session);
      return refreshed();
    }
    sent.push(one.headers.get('authorization'));
    return sent.at(-1) === 'Bearer anne-access' ? unauthenticated() : new Response();
  };
  const session: ClientSession = new ClientSession({
    ...{ baseUrl: 'http://trust.test', mode: 'bearer', storage: memoryStorage(), transport },
    newId: () => String(ids++),
    onEnd: () => ends++,
  });
  return { session, sent, ends: () => ends };
}

const renewed = () => Response.json(tokensOf('anne-2'));

test('repeats a request with the renewed token of the same sign-in', async () => {
  const { session, sent } = sessionOfAnne(renewed, async () => {});
  await session.adopt(tokensOf('anne'));
  expect(await session.send(request)).toMatchObject({ status: 200 });
  expect(sent).toEqual(['Bearer anne-access', 'Bearer anne-2-access']);
});

test.each([
  ['succeeds', renewed],
  ['is refused', unauthenticated],
])('a refresh that %s late leaves the session of the next person', async (_outcome, outcome) => {
  const anne = sessionOfAnne(outcome, (session) => session.adopt(tokensOf('bert')));
  await anne.session.adopt(tokensOf('anne'));
  expect(await anne.session.send(request)).toMatchObject({ status: 401 });
  expect(await anne.session.tokens()).toEqual(tokensOf('bert'));
  expect([anne.sent, anne.ends()]).toEqual([['Bearer anne-access'], 0]);
});

test('a refresh that succeeds after the sign-out stores no tokens', async () => {
  const anne = sessionOfAnne(renewed, (session) => session.forget());
  await anne.session.adopt(tokensOf('anne'));
  expect(await anne.session.send(request)).toMatchObject({ status: 401 });
  expect(await anne.session.tokens()).toBeUndefined();
});

test('never repeats the request of one person as another', async () => {
  const sent: (string | null)[] = [];
  const session: ClientSession = new ClientSession({
    ...{ baseUrl: 'http://trust.test', mode: 'bearer', storage: memoryStorage(), newId: () => crypto.randomUUID() },
    onEnd: () => {},
    transport: async (makeRequest) => {
      sent.push(makeRequest().headers.get('authorization'));
      await session.adopt(tokensOf('bert'));
      return unauthenticated();
    },
  });
  await session.adopt(tokensOf('anne'));
  expect(await session.send(request)).toMatchObject({ status: 401 });
  expect(sent).toEqual(['Bearer anne-access']);
});
