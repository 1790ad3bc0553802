import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { eventually, type Session } from '../../demo/client.ts';
import { newPhoneNumber, readMailbox, signIn } from '../../demo/steps/sign-in.ts';
import { register } from '../../demo/steps/workspace.ts';
import { repositoryRoot } from '../../deploy/local/environment.ts';
import type { Answer } from '../raw-client.ts';
import { grantRole, personOf } from './grant-role.ts';
import type { Journey } from './journey.ts';

/** `revokedWithinMs`: how long a revocation may take; by default as long as `eventually` waits. */
export function testSessions(journey: () => Journey, revokedWithinMs?: number): void {
  const client = () => journey().client;
  const platform = () => journey().platform;
  const mailbox = (to: string) => readMailbox(client(), to);

  describe('sessions', () => {
    const pathsByService = async (scope?: 'workspace') => {
      const { body } = await client().call<{ paths: Record<string, Record<string, Record<string, string>>> }>(
        'GET',
        '/openapi.json',
      );
      const reads = Object.entries(body.paths).filter(
        ([path, { get }]) =>
          get &&
          !['public', 'webhook'].includes(get['x-access'] ?? '') &&
          !path.includes('{') &&
          (!scope || get['x-scope'] === scope),
      );
      return new Map(reads.map(([path, { get }]) => [get?.['x-service'] ?? '', path]));
    };
    const statusOf = async (path: string, as: Session) => (await client().call('GET', path, { as })).status;
    const becomes = (status: number, path: string, as: Session) =>
      eventually(
        `${status} of ${path}`,
        async () => ((await statusOf(path, as)) === status ? true : undefined),
        revokedWithinMs,
      );

    test.each([
      ['logout', (as: Session) => client().call('POST', '/auth/logout', { as })],
      ['DELETE session', (as: Session) => client().call('DELETE', `/auth/sessions/${as.sessionId}`, { as })],
      ['erasure', (as: Session) => client().call('DELETE', '/account', { as })],
    ])('A4 after %s every service returns 401', async (_how, end) => {
      const session = await signIn(client(), newPhoneNumber());
      const paths = await pathsByService();
      expect([...paths.keys()]).toEqual(
        expect.arrayContaining(['identity', 'provider', 'evidence', 'verification', 'operations']),
      );
      for (const path of paths.values()) expect(await statusOf(path, session)).not.toBe(401);
      expect((await end(session)).status).toBe(204);
      await Promise.all([...paths.values()].map((path) => becomes(401, path, session)));
    });

    test('A4 a manager has the workspace from the acceptance; after the assignment 404, and still a session', async () => {
      const owner = await signIn(client(), newPhoneNumber());
      const { id: providerId } = await register(client(), owner, 'Soon alone');
      const identifier = newPhoneNumber();
      const { body: invitation } = await client().expect<{ id: string }>(
        201,
        'POST',
        `/providers/${providerId}/representatives`,
        { as: owner, body: { channel: 'sms', identifier, role: 'manager' } },
      );
      await eventually('the invitation', async () =>
        (await mailbox(identifier)).find(({ template }) => template === 'invitation'),
      );
      const manager = await signIn(client(), identifier);
      const invitations = await client().expect<{ items: { id: string }[] }>(200, 'GET', '/account/invitations', {
        as: manager,
      });
      expect(invitations.body.items).toMatchObject([{ id: invitation.id, role: 'manager', state: 'sent' }]);
      expect(await statusOf('/provider-workspace/me', manager)).toBe(404);
      await client().expect(200, 'POST', `/account/invitations/${invitation.id}/accept`, {
        as: manager,
        body: { displayName: 'Anna Martin' },
      });
      const paths = await pathsByService('workspace');
      expect([...paths.keys()]).toEqual(expect.arrayContaining(['provider', 'evidence', 'verification']));
      for (const path of paths.values())
        await eventually(`the workspace of ${path}`, async () => (await statusOf(path, manager)) === 200 || undefined);
      const account = await client().expect<{ providers: object[] }>(200, 'GET', '/account/profile', { as: manager });
      expect(account.body.providers).toMatchObject([{ providerId, role: 'manager' }]);
      expect(await statusOf(`/providers/${providerId}`, manager)).toBe(200);
      const path = `/providers/${providerId}/representatives/${invitation.id}`;
      expect((await client().call('DELETE', path, { as: owner })).status).toBe(204);
      await Promise.all([...paths.values()].map((one) => becomes(404, one, manager)));
      expect(await statusOf('/auth/sessions', manager)).toBe(200);
    });

    test('A4 a representative of several providers selects one, and the next request to every service uses it', async () => {
      const session = await signIn(client(), newPhoneNumber());
      const both = [
        (await register(client(), session, 'One of two')).id,
        (await register(client(), session, 'Two of two')).id,
      ];
      await eventually('both providers', async () => {
        const { body } = await client().call<{ providers: object[] }>('GET', '/account/profile', { as: session });
        return body.providers.length === 2 || undefined;
      });
      const paths = [...(await pathsByService('workspace')).values()];
      for (const path of paths) expect(await statusOf(path, session)).toBe(409);
      for (let round = 0; round < 10; round++) {
        const providerId = both[round % 2];
        await client().expect(200, 'PUT', '/account/workspace', { as: session, body: { providerId } });
        const { body } = await client().expect<{ provider: { id: string } }>(200, 'GET', '/provider-workspace/me', {
          as: session,
        });
        expect(body.provider.id).toBe(providerId);
        for (const path of paths) expect(await statusOf(path, session)).toBe(200);
      }
      const [left, chosen] = both;
      await client().expect(200, 'POST', `/providers/${chosen}/transitions`, {
        as: session,
        body: { transition: 'close' },
      });
      await Promise.all(paths.map((path) => becomes(409, path, session)));
      await client().expect(200, 'PUT', '/account/workspace', { as: session, body: { providerId: left } });
      for (const path of paths) expect(await statusOf(path, session)).toBe(200);
      const stranger = await signIn(client(), newPhoneNumber());
      const body = { providerId: both[0] };
      expect((await client().call('PUT', '/account/workspace', { as: stranger, body })).status).toBe(404);
    });

    test('Z2 no operation of the workspace takes a provider id', async () => {
      type Operation = { 'x-scope'?: string; parameters?: { name: string }[] };
      const { body } = await client().call<{ paths: Record<string, Record<string, Operation>> }>(
        'GET',
        '/openapi.json',
      );
      const mine = Object.entries(body.paths).flatMap(([path, item]) =>
        Object.values(item).filter((operation) => operation['x-scope'] === 'workspace' || /\/me\b/.test(path)),
      );
      expect(mine.length).toBeGreaterThan(10);
      const named = mine.flatMap(({ parameters = [] }) => parameters.map(({ name }) => name));
      expect(named.filter((name) => /provider/i.test(name))).toEqual([]);
    });

    test('A4 a role revoked on the command line ends in every service, and the session continues', async () => {
      const identifier = `${randomUUID()}@example.test`;
      const revoke = () =>
        execFileSync(
          process.execPath,
          [
            'deploy/local/commands/run-in-service.ts',
            'identity',
            'services/identity/src/operators/operators-command.ts',
            'revoke',
            identifier,
            'triage',
          ],
          {
            cwd: repositoryRoot,
            env: { ...process.env, DATA_DIR: platform().dataDir },
            encoding: 'utf8',
          },
        );
      const member = await signIn(client(), identifier);
      const { operator } = journey().stage;
      await grantRole({ client: client(), operator }, await personOf(platform(), member), 'triage', 'Triage Robin');
      await platform().resetCodeLimits();
      const session = await signIn(client(), identifier);
      expect(await statusOf('/operations/triage', session)).toBe(200);
      expect(revoke()).toMatch(/^Revoked triage/);
      await becomes(403, '/operations/triage', session);
      expect(await statusOf('/auth/sessions', session)).toBe(200);
    });

    test('A6 thirty codes requested by strangers do not stop a person from signing in on a known device', async () => {
      const identifier = `${randomUUID()}@example.test`;
      await signIn(client(), identifier);
      const strangers = Array.from({ length: 30 }, () =>
        client().call('POST', '/auth/challenges', {
          headers: { 'x-device-id': randomUUID() },
          body: { channel: 'email', identifier },
        }),
      );
      for (const { status } of await Promise.all(strangers)) expect([202, 429]).toContain(status);
      // In this test the strangers share the person's address.
      await platform().resetCodeLimits();
      expect(await signIn(client(), identifier)).toHaveProperty('accessToken');
    });

    test('A9 a portal signs in, reads, refreshes and logs out with its cookie alone', async () => {
      const origin = { origin: new URL(platform().url).origin };
      const identifier = newPhoneNumber();
      const { body } = await client().expect<{ challengeId: string }>(202, 'POST', '/auth/challenges', {
        body: { channel: 'sms', identifier },
      });
      const code = await eventually('the code', async () => (await mailbox(identifier))[0]?.code);
      const signedIn = await client().call('POST', `/auth/challenges/${body.challengeId}/verify`, {
        headers: origin,
        body: { code, transport: 'cookie' },
      });
      const cookieOf = ({ headers }: Answer<unknown>) => headers.getSetCookie()[0]?.split(';')[0] ?? '';
      const first = cookieOf(signedIn);
      const refreshed = await client().call('POST', '/auth/refresh', { headers: { ...origin, cookie: first } });
      const cookie = cookieOf(refreshed);
      expect([signedIn.status, refreshed.status, first === cookie]).toEqual([200, 200, false]);
      const names = signedIn.headers.getSetCookie().map((one) => one.split('=')[0]);
      expect(names).toEqual(['__Host-session', '__Host-device']);
      expect(JSON.stringify([signedIn.body, refreshed.body])).not.toMatch(/Token"/);

      expect((await client().call('GET', '/auth/sessions', { headers: { cookie } })).status).toBe(200);
      expect(
        (await client().call('POST', '/auth/logout', { headers: { cookie, origin: 'https://evil.example' } })).status,
      ).toBe(403);
      const out = await client().call('POST', '/auth/logout', { headers: { ...origin, cookie } });
      expect([out.status, cookieOf(out)]).toEqual([204, '__Host-session=']);
      expect((await client().call('POST', '/auth/refresh', { headers: { ...origin, cookie } })).status).toBe(401);
    });
  });
}
