import { describe, expect, test } from 'vitest';
import { eventually } from '../../demo/client.ts';
import { isProblem, type ProblemError } from '../../packages/client/src/client.ts';
import type { Platform } from '../platform.ts';
import { loseFirstResponse, recordingFetch, signInNewPerson } from './people.ts';

const provider = { displayName: 'Lumière', kind: 'individual', operatingModel: 'travels' } as const;
const problemOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error as ProblemError,
  );

export function testRequests(platform: () => Platform): void {
  const url = () => platform().url;

  describe('requests', () => {
    test('a create whose response is lost is repeated with its key and creates once', async () => {
      const { fetch, sent } = loseFirstResponse('/providers');
      const person = await signInNewPerson(url(), { fetch, retry: { random: () => 0 } });
      const { data, response } = await person.api.createProvider.withResponse({ body: provider });
      expect(sent.filter((one) => one === 'POST /providers')).toHaveLength(2);
      expect(response.headers.get('idempotency-replayed')).toBe('true');
      const providers = await eventually('the provider in the profile', async () => {
        const found = (await person.api.getAccountProfile()).providers ?? [];
        return found.length > 0 ? found : undefined;
      });
      expect(providers.map(({ providerId }) => providerId)).toEqual([data.id]);
    });

    test('two creates have different keys', async () => {
      const person = await signInNewPerson(url());
      const [one, other] = [
        await person.api.createProvider({ body: provider }),
        await person.api.createProvider({ body: provider }),
      ];
      expect(one.id).not.toBe(other.id);
    });

    test('waits for Retry-After and repeats after 429', async () => {
      const delays: number[] = [];
      const sleep = async (ms: number) => {
        delays.push(ms);
        await platform().resetCodeLimits();
      };
      const identifier = `limited-${crypto.randomUUID()}@example.test`;
      const person = await signInNewPerson(url(), { retry: { sleep, random: () => 0, maxWaitMs: 3_600_000 } });
      const ask = () => person.api.createChallenge({ body: { channel: 'email', identifier } });
      for (const _time of [1, 2]) expect((await ask()).challengeId).toBeTruthy();
      expect(delays).toHaveLength(1);
      expect(delays[0]).toBeGreaterThanOrEqual(1000);
    });

    test('throws rate-limited with the seconds to wait when they exceed the cap', async () => {
      const identifier = `capped-${crypto.randomUUID()}@example.test`;
      const { fetch, sent } = recordingFetch();
      const person = await signInNewPerson(url(), { fetch });
      const ask = () => person.api.createChallenge({ body: { channel: 'email', identifier } });
      await ask();
      sent.length = 0;
      const problem = await problemOf(ask());
      expect(isProblem(problem, 'rate-limited')).toBe(true);
      expect(problem).toMatchObject({ status: 429, retryAfter: expect.any(Number) });
      expect(sent).toHaveLength(1);
      await platform().resetCodeLimits();
    });

    test('an invalid request names field and code', async () => {
      const person = await signInNewPerson(url());
      const body = { ...provider, displayName: '' };
      expect(await problemOf(person.api.createProvider({ body }))).toMatchObject({
        type: 'invalid-request',
        errors: [{ field: 'displayName', code: expect.any(String) }],
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
    });

    test('If-Match of an older representation is an edit-conflict with the current one', async () => {
      const person = await signInNewPerson(url());
      const { response } = await person.api.getAccountProfile.withResponse();
      const params = { header: { 'If-Match': response.headers.get('etag') ?? '' } };
      const body = { displayName: 'Claire', locale: 'fr' } as const;
      await person.api.putAccountProfile({ params, body });
      const problem = await problemOf(person.api.putAccountProfile({ params, body }));
      expect(problem).toMatchObject({ type: 'edit-conflict', current: { displayName: 'Claire' } });
    });
  });
}
