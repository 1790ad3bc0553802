import { describe, expect, test } from 'vitest';
import {
  type ClientStorage,
  createTrustClient,
  memoryStorage,
  type Tokens,
  type TrustClient,
} from '../../packages/client/src/client.ts';
import { browserFetch, loseFirstResponse, recordingFetch, signInNewPerson } from './people.ts';

const refresh = 'POST /auth/refresh';

/** As after ten minutes: the platform does not accept the access token. */
async function expireAccess({ session }: TrustClient): Promise<void> {
  const tokens = (await session.tokens()) as Tokens;
  await session.adopt({ ...tokens, accessToken: `${tokens.accessToken}x` });
}

export function testSession(url: () => string): void {
  describe('session', () => {
    test('concurrent requests with an expired access token refresh once', async () => {
      const { fetch, sent } = recordingFetch();
      const person = await signInNewPerson(url(), { fetch });
      await expireAccess(person);
      const profiles = await Promise.all(Array.from({ length: 5 }, () => person.api.getAccountProfile()));
      expect(new Set(profiles.map(({ id }) => id)).size).toBe(1);
      expect(sent.filter((one) => one === refresh)).toHaveLength(1);
    });

    test('two clients on one storage refresh at the same time and both continue', async () => {
      const storage = memoryStorage();
      const bothArrived = Promise.withResolvers<void>();
      let arrived = 0;
      const { fetch, sent } = recordingFetch(async (request) => {
        if (request.url.endsWith('/auth/refresh') && ++arrived === 2) bothArrived.resolve();
        if (request.url.endsWith('/auth/refresh')) await bothArrived.promise;
        return globalThis.fetch(request);
      });
      const first = await signInNewPerson(url(), { storage, fetch });
      const second = createTrustClient({ baseUrl: url(), storage, fetch });
      await expireAccess(first);
      await Promise.all([first.api.listSessions(), second.api.listSessions()]);
      expect(sent.filter((one) => one === refresh)).toHaveLength(2);
      await expireAccess(second);
      const { items } = await first.api.listSessions();
      expect(items).toHaveLength(1);
    });

    test('A8 a sign-in whose response is lost is repeated with the same key, and has one session', async () => {
      const { fetch, sent } = loseFirstResponse('/verify');
      const person = await signInNewPerson(url(), { fetch, retry: { random: () => 0 } });
      expect(sent.filter((one) => one.endsWith('/verify'))).toHaveLength(2);
      expect((await person.api.listSessions()).items).toHaveLength(1);
    });

    test('a refresh whose response is lost is repeated with the same key', async () => {
      const { fetch, sent } = loseFirstResponse('/auth/refresh');
      const person = await signInNewPerson(url(), { fetch, retry: { random: () => 0 } });
      await expireAccess(person);
      expect((await person.api.listSessions()).items).toHaveLength(1);
      expect(sent.filter((one) => one === refresh)).toHaveLength(2);
    });

    test('another process with the same storage continues a refresh that was cut', async () => {
      const storage = memoryStorage();
      const cut = loseFirstResponse('/auth/refresh');
      const person = await signInNewPerson(url(), { storage, fetch: cut.fetch, retry: { attempts: 1 } });
      await expireAccess(person);
      await expect(person.api.listSessions()).rejects.toMatchObject({ name: 'ConnectionError' });
      const next = createTrustClient({ baseUrl: url(), storage });
      expect((await next.api.listSessions()).items).toHaveLength(1);
    });

    test('a session that ended is deleted, reported once, and the request throws unauthenticated', async () => {
      let ends = 0;
      const person = await signInNewPerson(url(), { onSessionEnd: () => ends++ });
      const storage = memoryStorage();
      const other = createTrustClient({ baseUrl: url(), storage });
      await other.session.adopt((await person.session.tokens()) as Tokens);
      await other.signOut();
      expect(await other.session.tokens()).toBeUndefined();
      await expireAccess(person);
      const outcomes = await Promise.allSettled([person.api.getAccountProfile(), person.api.listConsents()]);
      for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { type: 'unauthenticated' } });
      expect(await person.session.tokens()).toBeUndefined();
      expect(ends).toBe(1);
    });

    test('a request that needs a recent sign-in throws step-up-required and refreshes nothing', async () => {
      const { fetch, sent } = recordingFetch(async (request) =>
        request.method === 'DELETE'
          ? Response.json({ type: 'https://api.example.com/problems/step-up-required' }, { status: 401 })
          : globalThis.fetch(request),
      );
      const person = await signInNewPerson(url(), { fetch });
      await expect(person.api.deleteAccount()).rejects.toMatchObject({ type: 'step-up-required' });
      expect(sent).not.toContain(refresh);
    });
  });

  describe('session in a cookie', () => {
    const cookieName = '__Host-session';

    test('A9 keeps no token outside of the cookie, refreshes once for concurrent requests, and signs out', async () => {
      const { fetch, sent, cookies } = browserFetch(url());
      const stored = new Map<string, string>();
      const storage: ClientStorage = {
        get: async (key) => stored.get(key),
        set: async (key, value) => void stored.set(key, value),
        delete: async (key) => void stored.delete(key),
      };
      let ends = 0;
      const onSessionEnd = () => void ends++;
      const person = await signInNewPerson(url(), { fetch, storage, session: 'cookie', onSessionEnd });
      expect(await person.session.tokens()).toBeUndefined();
      const signedIn = cookies.get(cookieName) ?? '';
      expect([...stored.keys()]).toEqual(['trust.device']);

      // As after ten minutes: the platform does not accept the access token.
      cookies.set(cookieName, `${signedIn.startsWith('x') ? 'y' : 'x'}${signedIn.slice(1)}`);
      const profiles = await Promise.all(Array.from({ length: 5 }, () => person.api.getAccountProfile()));
      expect(new Set(profiles.map(({ id }) => id)).size).toBe(1);
      expect(sent.filter((one) => one === refresh)).toHaveLength(1);
      expect(cookies.get(cookieName)).not.toBe(signedIn);

      await person.signOut();
      expect(cookies.has(cookieName)).toBe(false);
      await expect(person.api.getAccountProfile()).rejects.toMatchObject({ type: 'unauthenticated' });
      expect(ends).toBe(1);
    });

    test('A9 rejects writes of a page of another origin', async () => {
      const { fetch, cookies } = browserFetch(url());
      await signInNewPerson(url(), { fetch, session: 'cookie' });
      const other = browserFetch('https://evil.example');
      for (const [name, value] of cookies) other.cookies.set(name, value);
      const client = createTrustClient({ baseUrl: url(), fetch: other.fetch, session: 'cookie' });
      await expect(client.signOut()).rejects.toMatchObject({ status: 403, type: 'origin-refused' });
    });
  });
}
