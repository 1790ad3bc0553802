import { describe, expect, test } from 'vitest';
import { documentFor, openIntent } from '../../demo/steps/evidence.ts';
import { awaitCase } from '../../demo/steps/workspace.ts';
import type { Provider } from '../../packages/client/src/client.ts';
import { resetRateLimits } from '../disclosure/canary-requests.ts';
import type { Answer, Problem } from '../raw-client.ts';
import { type ActorName, actorNames } from './actors.ts';
import { readMatrix } from './document.ts';
import { operations } from './expectation.ts';
import { twins } from './foreign.ts';
import { actorsFrom, refusedOfEachKind } from './refused.ts';
import { type Request, requestFor } from './requests.ts';
import type { World } from './world.ts';

const intents = '/provider-workspace/me/upload-intents';

/** Z2, D2 and D3: ids, ETags, keys and cursors of one caller give another nothing. */
export function testReplay(world: () => World): void {
  const ask = (as: ActorName, { method, path, options }: Request) =>
    world().client.call<unknown>(method, path, { ...options, as: world().sessions[as] });

  describe('Z2 nothing a client sends grants scope', () => {
    test('D2 another person’s id returns the same response as an unknown id, except requestId', async () => {
      const rows = readMatrix().rows;
      const asked = new Map(rows.map((row, index) => [row.request, refusedOfEachKind(row, actorsFrom(index))]));
      const all = twins(world()).filter(({ request, as }) => asked.get(request)?.includes(as) ?? true);
      expect(all.length).toBeGreaterThan(80);
      const responses = [];
      // An operator may send 30 privileged requests a minute, so the limits are reset after every ten pairs.
      for (let start = 0; start < all.length; start += 10) {
        await resetRateLimits(world());
        const pairs = all.slice(start, start + 10).map(async ({ request, as, foreign, absent }) => {
          const [theirs, nobodys] = [await ask(as, foreign), await ask(as, absent)];
          const isSame = shownOf(theirs, foreign.path) === shownOf(nobodys, absent.path);
          return { request, as, status: theirs.status, isSame };
        });
        responses.push(...(await Promise.all(pairs)));
      }
      expect(responses.filter(({ status, isSame }) => status !== 404 || !isSame)).toEqual([]);
    });

    test('rejects a body that names the actor, the provider or a state', async () => {
      const forged = {
        providerId: world().ours.id,
        role: 'owner',
        status: 'active',
        userId: world().userIds.reviewer,
      };
      const names = Object.keys(forged).sort();
      // The body has the discriminators of unions, whose members reject unknown fields.
      const body = { ...forged, state: 'paused', transition: 'start' };
      const forgeries = readMatrix().rows.flatMap(({ request, cells }) => {
        const as = actorNames.find((_name, index) => cells[index] === '2xx' || cells[index] === 'allowed');
        const asking = takesBody(request) && requestFor(request, world());
        return as && asking ? [{ request, as, asking }] : [];
      });
      expect(forgeries.length).toBeGreaterThan(15);
      const responses = await Promise.all(
        forgeries.map(async ({ request, as, asking }) => {
          const answer = await ask(as, { ...asking, options: { ...asking.options, body } });
          const unknown = ((answer.body as Problem).errors ?? []).filter(({ code }) => code === 'unknown_field');
          const refused = unknown.map(({ field }) => field).filter((field) => names.includes(field));
          return { request, status: answer.status, refused: refused.sort() };
        }),
      );
      // An invitation and a requested role name those of another person, an incident its provider;
      // assignments check the workspace.
      const taken: Record<string, string[]> = {
        createRepresentative: ['role'],
        createRoleRequest: ['role', 'userId'],
        putAccountWorkspace: ['providerId'],
        createIncident: ['providerId'],
      };
      const ofRequest = (request: string) => names.filter((name) => !taken[request]?.includes(name));
      expect(responses).toEqual(
        forgeries.map(({ request }) => ({ request, status: 400, refused: ofRequest(request) })),
      );
    });

    test('compares another person’s ETag with the caller’s own resource and returns that on conflict', async () => {
      const { client, sessions, ours } = world();
      const theirs = await client.expect(200, 'GET', `/providers/${ours.id}`, { as: sessions.owner });
      const answer = await client.call<Problem & { current: Provider }>('PATCH', '/provider-workspace/me/profile', {
        as: sessions.stranger,
        headers: { 'if-match': theirs.headers.get('etag') ?? '' },
        body: { summary: 'Written under the wrong revision.' },
      });
      expect(answer).toMatchObject({ status: 409, body: { current: { displayName: 'Another' } } });
      expect(JSON.stringify(answer.body)).not.toContain(ours.id);
    });

    test('treats another person’s Idempotency-Key as new', async () => {
      const { client, sessions } = world();
      const body = { kind: 'publication-gate', action: 'close', reason: 'The same words under the same key.' };
      const headers = { 'idempotency-key': 'one key for two people' };
      const request = (as: 'supervisor' | 'supervisor2') =>
        client.expect<{ id: string }>(201, 'POST', '/operations/overrides', { as: sessions[as], body, headers });
      const [first, again, other] = [
        await request('supervisor'),
        await request('supervisor'),
        await request('supervisor2'),
      ];
      expect(again.body.id).toBe(first.body.id);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expect(other.body.id).not.toBe(first.body.id);
      expect(other.headers.has('idempotency-replayed')).toBe(false);
    });
  });

  describe('D3 a cursor is bound to its caller and query', () => {
    test('returns 400 `cursor_invalid` for another caller or filter, a changed bit, a cut or oversized cursor', async () => {
      const { client, sessions } = world();
      const list = (as: ActorName, query: string) =>
        client.call<{ nextCursor: string | null } & Problem>('GET', `${intents}?${query}`, { as: sessions[as] });
      const { nextCursor } = (await list('owner', 'limit=1')).body;
      const cursor = nextCursor ?? '';
      expect((await list('owner', `limit=1&cursor=${cursor}`)).status).toBe(200);
      const flipped = Buffer.from(cursor, 'base64url');
      flipped[20] = (flipped[20] ?? 0) ^ 1;
      const bad: [ActorName, string][] = [
        ['manager', cursor],
        ['stranger', cursor],
        ['owner', flipped.toString('base64url')],
        ['owner', cursor.slice(0, -4)],
        ['owner', cursor.slice(4)],
        ['owner', 'A'.repeat(10_240)],
      ];
      const answers = await Promise.all(bad.map(([as, one]) => list(as, `cursor=${one}`)));
      const elsewhere = await client.call<Problem>(
        'GET',
        `/providers/${world().ours.id}/verification-cases?cursor=${cursor}`,
        {
          as: sessions.owner,
        },
      );
      for (const { status, body } of [...answers, elsewhere])
        expect({ status, errors: body.errors }).toMatchObject({
          status: 400,
          errors: [{ field: 'cursor', code: 'cursor_invalid' }],
        });
    });
  });

  describe('D2 changes of one provider are invisible to another', () => {
    test('lists, counts and cursors stay the same while another provider adds rows', async () => {
      const { client, sessions, ours, platform } = world();
      const lists = [
        '/provider-workspace/me',
        intents,
        '/provider-workspace/me/verification-timeline',
        '/auth/sessions',
        '/account/consents',
      ];
      const look = () =>
        Promise.all(
          lists.map(async (path) =>
            JSON.stringify((await client.expect(200, 'GET', path, { as: sessions.stranger })).body),
          ),
        );
      const before = await look();
      await client.expect(200, 'PUT', '/provider-workspace/me/services/cleaning', { as: sessions.owner });
      const opened = await awaitCase(client, sessions.owner as never, ours.id, 'cleaning');
      const requirement = opened.requirements[0] as (typeof opened.requirements)[number];
      const added = await openIntent(client, sessions.owner as never, {
        caseId: opened.id,
        requirement,
        document: documentFor(requirement),
      });
      await platform.settled();
      expect(added.state).toBe('open');
      expect(await look()).toEqual(before);
    });
  });
}

function shownOf({ status, body, headers, requestId }: Answer<unknown>, path: string): string {
  const seen = [...headers].filter(([name]) => name !== 'date' && !name.startsWith('ratelimit'));
  const text = JSON.stringify({ status, body, seen });
  return text.replaceAll(requestId, 'REQUEST').replaceAll(path.split('?')[0] ?? path, 'PATH');
}

const bodies = new Set(
  operations()
    .filter(({ hasBody }) => hasBody)
    .map(({ id }) => id),
);
const takesBody = (request: string) => bodies.has(request.split(':')[0] ?? request);
