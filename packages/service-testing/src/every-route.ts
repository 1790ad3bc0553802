import { randomUUID } from 'node:crypto';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Actor, internalSecretHeader } from '@trust/contracts/actor';
import type { LimitName } from '@trust/contracts/limits';
import { permissions } from '@trust/contracts/permissions';
import { stepUpSeconds } from '@trust/service-kit/actors/step-up';
import type { BaseApp } from '@trust/service-kit/app';
import { type Declaration, stepUpOf } from '@trust/service-kit/http/route';
import { givesBack, openRateLimits } from '@trust/service-kit/rate-limits/rate-limit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { person, representative } from './actors.ts';
import type { TestService } from './service.ts';
import { readStatedAccess, type StatedAccess } from './stated-access.ts';

const anyId = '01920000-0000-7000-8000-000000000000';

/** Promise Z1 for each route, against `test/authorization/matrix.md`. */
export function testEveryRoute<Tables, App extends BaseApp<Tables>>(
  start: () => Promise<TestService<Tables, App>>,
  routes: Record<string, { declaration: Declaration }>,
  sourceFolder: string,
): void {
  const matrix = readStatedAccess();
  // A route outside the contract has no row and must be public.
  const statedFor = (operation: string): StatedAccess => matrix.get(operation) ?? { access: 'public', stepUp: 'none' };
  const guarded = Object.entries(routes).filter(
    ([operation]) => !['public', 'webhook'].includes(statedFor(operation).access),
  );
  const webhooks = Object.entries(routes).filter(([operation]) => statedFor(operation).access === 'webhook');
  const pathOf = ({ path }: Declaration) => path.replace(/\{\w+\}/g, anyId);

  let service: TestService<Tables, App>;
  beforeAll(async () => {
    service = await start();
  });
  afterAll(() => service[Symbol.asyncDispose]());

  test.each(Object.entries(routes))(
    'A7 %s returns 401 without the gateway’s secret',
    async (_operation, { declaration }) => {
      const path = `${declaration.base === 'root' ? '/../..' : ''}${pathOf(declaration)}`;
      const actor = person({ permissions: [...permissions] });
      for (const secret of ['', 'x'.repeat(43)]) {
        const headers = { [internalSecretHeader]: secret, 'x-forwarded-for': '203.0.113.9' };
        expect(await service.call(declaration.method, path, { actor, headers })).toMatchObject({
          status: 401,
          body: {},
        });
      }
    },
  );

  const refusedTo = async ({ userId }: Actor) =>
    (await service.refusals())
      .filter(({ actorId }) => actorId === userId)
      .map(({ operation, slug, count }) => [operation, slug, count]);

  test.each(guarded)('Z1 %s returns 401 without a session', async (_operation, { declaration }) => {
    const answer = await service.call(declaration.method, pathOf(declaration));
    expect(answer).toMatchObject({ status: 401, body: { type: 'http://trust.test/problems/unauthenticated' } });
  });

  test.each(webhooks)(
    'W1 %s returns 401 to a request that its sender did not sign',
    async (_operation, { declaration }) => {
      const path = declaration.path.replace('{provider}', 'sandbox');
      const actor = person({ permissions: [...permissions] });
      expect(await service.call(declaration.method, path, { actor })).toMatchObject({
        status: 401,
        body: { type: 'http://trust.test/problems/webhook-refused' },
      });
    },
  );

  test.each(Object.entries(routes))(
    'Z1 P1 %s declares the access and step-up that the matrix states',
    (operation, { declaration }) => {
      const { access, scope, operators } = declaration;
      const stepUp = stepUpOf(declaration) ?? 'none';
      expect({ access, stepUp, ...(scope && { scope }), ...(operators && { operators }) }).toEqual(
        statedFor(operation),
      );
    },
  );

  const permitted = guarded.filter(([operation]) => {
    const { access, scope } = statedFor(operation);
    return access !== 'session' || scope;
  });
  test.each(permitted)(
    'Z1 P1 %s rejects an actor without its permission, and a rejected write is recorded',
    async (operation, { declaration }) => {
      const { access, scope, operators } = statedFor(operation);
      const actor = person({ permissions: permissions.filter((one) => one !== access && one !== operators) });
      const answer = await service.call(declaration.method, pathOf(declaration), { actor });
      expect(answer.status).toBe(scope ? 404 : 403);
      expect(await refusedTo(actor)).toEqual(
        declaration.method === 'get' ? [] : [[operation, answer.body.type.split('/').at(-1), 1]],
      );
    },
  );

  test.each(guarded)('A4 %s returns 503 while identity is unavailable', async (_operation, { declaration }) => {
    service.identity.isAway = true;
    const actor = person({ permissions: [...permissions] });
    const answer = await service.call(declaration.method, pathOf(declaration), { actor });
    service.identity.isAway = false;
    expect(answer).toMatchObject({ status: 503, body: { type: 'http://trust.test/problems/unavailable' } });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  // Routes for representatives refuse this actor earlier; own checks of handlers have own tests.
  const steppedUp = guarded.filter(([operation, { declaration: d }]) => {
    const { stepUp } = statedFor(operation);
    return d.operators ? stepUp !== 'none' : stepUp === 'everybody' && !d.scope;
  });
  test.each(steppedUp)(
    'P1 %s requires a sign-in within five minutes, and a rejected write is recorded',
    async (operation, { declaration }) => {
      const signedIn = (secondsAgo: number) =>
        person({
          permissions: [...permissions],
          authenticatedAt: Math.floor(service.clock.now.getTime() / 1000) - secondsAgo,
        });
      const call = (actor: Actor) => service.call(declaration.method, pathOf(declaration), { actor });
      const stale = signedIn(stepUpSeconds);
      const refused = await call(stale);
      expect(refused).toMatchObject({ status: 401, body: { type: 'http://trust.test/problems/step-up-required' } });
      expect(refused.headers.get('www-authenticate')).toBe(
        `Bearer error="insufficient_user_authentication", max_age=${stepUpSeconds}`,
      );
      const recorded = declaration.method === 'get' ? [] : [[operation, 'step-up-required', 1]];
      expect(await refusedTo(stale)).toEqual(recorded);
      // An unknown person may be refused for that.
      const { body } = await call(signedIn(stepUpSeconds - 1));
      expect(body).not.toHaveProperty('type', 'http://trust.test/problems/step-up-required');
    },
  );

  const unstepped = guarded.filter(([operation]) => statedFor(operation).stepUp === 'none');
  test.each(unstepped)('P1 %s accepts a sign-in of any age', async (_operation, { declaration }) => {
    const actor = person({ permissions: [...permissions], authenticatedAt: 0 });
    const { body } = await service.call(declaration.method, pathOf(declaration), { actor });
    expect(body).not.toHaveProperty('type', 'http://trust.test/problems/step-up-required');
  });

  test('every route is in the file of its name', () => {
    const files = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' }).map((file) =>
      file.split('/').at(-1),
    );
    const missing = Object.keys(routes).filter((operation) => !files.includes(`${kebab(operation)}.ts`));
    expect(missing).toEqual([]);
  });

  test('every route that a file declares is in routes.ts', () => {
    const sources = globSync('**/*.ts', { cwd: sourceFolder }).map((file) =>
      readFileSync(join(sourceFolder, file), 'utf8'),
    );
    const declared = sources.flatMap((text) =>
      [...text.matchAll(/^export const (\w+) = (?:route|command)\($/gm)].map(([, name = '']) => name),
    );
    expect(declared.sort()).toEqual(Object.keys(routes).sort());
  });
}

type LimitedRoutes = Record<string, readonly LimitName[]>;

/** Promise L1 for each route. `expected`: its limits, own ones last; empty for none. */
export function testLimits<Tables, App extends BaseApp<Tables>>(
  start: () => Promise<TestService<Tables, App>>,
  routes: Record<string, { declaration: Declaration }>,
  expected: LimitedRoutes,
  ownerOf?: (service: TestService<Tables, App>) => Promise<{ actor: Actor; providerId: string }>,
): void {
  const all = Object.entries(routes);
  const limitsOf = ({ limit, ownLimits = [] }: Declaration) => [...(limit ? [limit] : []), ...ownLimits];

  test('L1 writes and limited reads declare the listed limits', () => {
    const declared = all
      .map(([operation, { declaration }]) => [operation, limitsOf(declaration), declaration.method] as const)
      .filter(([, limits, method]) => method !== 'get' || limits.length > 0);
    expect(Object.fromEntries(declared.map(([operation, limits]) => [operation, limits]))).toEqual(expected);
  });

  let service: TestService<Tables, App>;
  let owner: { actor: Actor; providerId: string };
  beforeAll(async () => {
    service = await start();
    owner = (await ownerOf?.(service)) ?? { actor: representative(anyId), providerId: anyId };
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const limited = all.filter(([, { declaration }]) => declaration.limit);
  test.each(limited)('L1 %s returns 429 once its limit is used up', async (_operation, { declaration }) => {
    const declared = declaration.limit as LimitName;
    // The sample request may be refused, which costs no point of a limit that gives points back.
    const limit = givesBack(declared) ? 'refused-request' : declared;
    const { actor, providerId } = owner;
    await sql`delete from rate_limit`.execute(service.db);
    Object.assign(service.app.limits, openRateLimits(service.db, { [limit]: 1 }));
    const path = declaration.path.replace('{providerId}', providerId).replace(/\{\w+\}/g, anyId);
    const send = () =>
      service.call(declaration.method, `${declaration.base === 'root' ? '/../..' : ''}${path}`, {
        ...(declaration.access !== 'public' && { actor: { ...actor, permissions: [...permissions] } }),
        headers: { 'x-forwarded-for': '203.0.113.9', 'idempotency-key': randomUUID() },
      });
    expect((await send()).status).not.toBe(429);
    const refused = await send();
    expect(refused).toMatchObject({ status: 429, body: { type: 'http://trust.test/problems/rate-limited' } });
    expect(refused.headers.get('ratelimit-policy')).toContain(`"${limit}";q=1;`);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

export function sourcesOf(testFolder: string): string {
  return join(testFolder, '..', 'src');
}
