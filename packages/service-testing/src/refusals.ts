import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { permissions } from '@trust/contracts/permissions';
import type { BaseApp } from '@trust/service-kit/app';
import type { Declaration } from '@trust/service-kit/http/route';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { representative } from './actors.ts';
import { hostileBodies, hostileQueries, hostileSegments, refusedBodies, validBodies } from './hostile-input.ts';
import type { TestResponse, TestService } from './service.ts';

const anyId = '01920000-0000-7000-8000-000000000000';

/** `FUZZ_RUNS=500 npm test -- every-route` sends 500 random bodies; `npm run test:long` sends 100. */
const fuzzRuns = Number(process.env.FUZZ_RUNS ?? (process.env.TEST_SUITE === 'long' ? 100 : 0));
const runs = fuzzRuns > 0 ? { numRuns: fuzzRuns } : { numRuns: 10, seed: 1 };

type Insider = { actor: Actor; providerId: string };

/** Has every permission, so that its input is read. */
function anybodys(now: Date, { actor, providerId }: Insider): Actor {
  return {
    ...actor,
    permissions: [...permissions],
    authenticatedAt: Math.floor(now.getTime() / 1000),
    assignments: [
      ...actor.assignments,
      ...(actor.assignments.length > 0 ? [] : representative(providerId).assignments),
    ],
  };
}

/** No input is stored or causes a 5xx (promise I1); one connection suffices (promise C6). */
export function testRefusals<Tables, App extends BaseApp<Tables>>(
  start: () => Promise<TestService<Tables, App>>,
  routes: Record<string, { declaration: Declaration }>,
  insiderOf?: (service: TestService<Tables, App>) => Promise<Insider>,
): void {
  // Outside of it, every test of the file would make an insider.
  describe('input', () => testInput(start, routes, insiderOf));
}

function testInput<Tables, App extends BaseApp<Tables>>(
  start: () => Promise<TestService<Tables, App>>,
  routes: Record<string, { declaration: Declaration }>,
  insiderOf?: (service: TestService<Tables, App>) => Promise<Insider>,
): void {
  let service: TestService<Tables, App>;
  let insider: Insider;
  beforeAll(async () => {
    service = await start();
    // Limits would refuse before the input is read.
    service.app.limits.take = async () => {};
  });
  // A new actor each time: one with two providers has no workspace.
  beforeEach(async () => {
    const providerId = randomUUID();
    insider = (await insiderOf?.(service)) ?? { actor: representative(providerId), providerId };
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const all = Object.entries(routes);
  const paramsOf = new Map(all.map(([, { declaration }]) => [declaration, validParams(declaration)]));
  const send = (declaration: Declaration, { segments, query, text }: Sent): Promise<TestResponse> => {
    const { providerId } = insider;
    const params = paramsOf.get(declaration) ?? {};
    const path = declaration.path.replace(
      /\{(\w+)\}/g,
      (_, name) => segments ?? (name === 'providerId' ? providerId : encodeURIComponent(String(params[name] ?? anyId))),
    );
    const from = declaration.base === 'root' ? `/../..${path}` : path;
    return service.call(declaration.method, query ? `${from}?${query}` : from, {
      ...(declaration.access !== 'public' && { actor: anybodys(service.clock.now, insider) }),
      ...(text !== undefined && { rawBody: Buffer.from(text) }),
      headers: {
        ...(text !== undefined && { 'content-type': 'application/json' }),
        ...(declaration.method === 'post' && declaration.access !== 'public' && { 'idempotency-key': randomUUID() }),
      },
    });
  };
  const kept = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from outbox where payload ->> 'outcome' is distinct from 'refused'`.execute(
      service.db,
    );
    return rows[0]?.count;
  };

  test.each(all.filter(([, { declaration }]) => declaration.body))(
    'I1 %s rejects unexpected bodies, stores nothing and never returns 5xx',
    async (_operation, { declaration }) => {
      const schema = declaration.body as z.ZodType;
      const before = await kept();
      const [body] = fc.sample(validBodies(schema), { numRuns: 1, seed: 1 });
      for (const text of refusedBodies(body)) {
        const { status } = await send(declaration, { text });
        // Not 404: the body is parsed before any lookup.
        expect([text.slice(0, 200), status]).toEqual([text.slice(0, 200), text.length > 102_400 ? 413 : 400]);
      }
      expect(await kept()).toBe(before);
      const property = fc.asyncProperty(hostileBodies(schema), async (text) => {
        const { status, body } = await send(declaration, { text });
        expect([status, body]).toEqual([expect.toSatisfy((code) => code < 500), body]);
      });
      await fc.assert(property, runs);
    },
  );

  // A sender of webhooks adds keys of its own to its address.
  const ofClients = all.filter(([, { declaration }]) => declaration.access !== 'webhook');
  test.each(ofClients)('I1 %s rejects undeclared query keys', async (_operation, { declaration }) => {
    const before = await kept();
    const { status, body } = await send(declaration, { query: 'x=1' });
    expect([status, body.errors]).toEqual([
      400,
      expect.arrayContaining([expect.objectContaining({ field: 'x', code: 'unknown_field' })]),
    ]);
    expect(await kept()).toBe(before);
  });

  test.each(all.filter(([, { declaration }]) => declaration.query || declaration.params))(
    'I1 %s rejects unexpected paths and queries and never returns 5xx',
    async (_operation, { declaration }) => {
      const before = await kept();
      const names = Object.keys((declaration.query as z.ZodObject | undefined)?.shape ?? {});
      const queries = names.flatMap(hostileQueries).map((query) => ({ query }));
      const paths = declaration.path.includes('{') ? hostileSegments.map((segments) => ({ segments })) : [];
      for (const sent of [...paths, ...queries]) {
        const { status } = await send(declaration, sent);
        expect([sent, status]).toEqual([sent, expect.toSatisfy((code) => code < 500)]);
        if (/nobodyAsked/.test(JSON.stringify(sent)) && declaration.access !== 'webhook')
          expect([sent, status]).toEqual([sent, 400]);
      }
      if (declaration.method !== 'get') expect(await kept()).toBe(before);
    },
  );

  test.each(all)('C6 %s uses one database connection and releases it', async (_operation, { declaration }) => {
    const { pool } = service.db;
    expect(pool.options.max).toBe(1);
    // A query outside of the transaction would wait for a second connection and fail.
    const bodies = declaration.body ? fc.sample(validBodies(declaration.body), { numRuns: 3, seed: 2 }) : [undefined];
    for (const body of bodies) {
      const { status } = await send(declaration, body === undefined ? {} : { text: JSON.stringify(body) });
      expect([body, status]).toEqual([body, expect.toSatisfy((code) => code < 500)]);
      expect([pool.totalCount - pool.idleCount, pool.waitingCount]).toEqual([0, 0]);
    }
  });
}

function validParams({ params }: Declaration): Record<string, unknown> {
  const [sample] = params ? fc.sample(validBodies(params), { numRuns: 1, seed: 3 }) : [];
  return (sample ?? {}) as Record<string, unknown>;
}

type Sent = { segments?: string; query?: string; text?: string };
