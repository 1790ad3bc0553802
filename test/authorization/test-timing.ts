import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import {
  type Actor,
  actorAssertionAudience,
  actorAssertionHeader,
  actorAssertionIssuer,
  internalSecretHeader,
} from '@trust/contracts/actor';
import { operatorPermissions } from '@trust/contracts/permissions';
import { importJWK, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import type { DatabaseService } from '../../deploy/local/services.ts';
import { loadSecrets } from '../../deploy/local/settings/secrets.ts';
import { readRun } from '../../deploy/local/supervisor/run-file.ts';
import { type ActorKind, type ActorName, actors } from './actors.ts';
import { operationOf } from './document.ts';
import { operations } from './expectation.ts';
import { type Twins, twins } from './foreign.ts';
import type { Request } from './requests.ts';
import type { World } from './world.ts';

// The chance that one of twelve pairs fails is below one in 10,000 runs. For one pair:
// 2 · P(Binomial(200, 1/2) > 136) = 2·10⁻⁷ and 2 · P(Binomial(40, 1/2) > 34) = 1.4·10⁻⁶.
const precision = {
  'each-request': { rounds: 200, tolerance: 0.18 },
  'each-service': { rounds: 40, tolerance: 0.35 },
};
/** Actors who reach the handler; the others are refused before any lookup. */
const closest: ActorName[] = ['stranger', 'reviewer2', 'decider'];

// Pairwise, so the machine's speed does not matter; directly to the services, because the gateway
// would hide differences; each from a new person, so no rate limit applies.
export function testTiming(world: () => World, coverage: keyof typeof precision): void {
  const { rounds, tolerance } = precision[coverage];
  test(`D2 an id of somebody else takes as long as an unknown id: ${rounds} rounds`, async () => {
    const sign = await signer(world());
    const { ports } = readRun(world().platform.dataDir) ?? {};
    const { internalSecrets } = loadSecrets(world().platform.dataDir);
    const services = new Map(operations().map(({ id, service }) => [id, service]));
    const shares: Record<string, number> = {};
    const measure = async (twin: Twins) => {
      const service = services.get(operationOf(twin.request)) as DatabaseService;
      const headers = { [internalSecretHeader]: internalSecrets[service] };
      const took: Record<'foreign' | 'absent', number[]> = { foreign: [], absent: [] };
      for (let round = 0; round < rounds; round++) {
        for (const which of round % 2 === 0 ? (['foreign', 'absent'] as const) : (['absent', 'foreign'] as const))
          took[which].push(
            await timeOf(`http://127.0.0.1:${ports?.[service]}/api/v1`, twin[which], {
              ...headers,
              [actorAssertionHeader]: await sign(actors[twin.as].is),
            }),
          );
      }
      shares[`${twin.request} by ${twin.as}`] = shareOfLonger(took.foreign, took.absent);
    };
    const byService = Map.groupBy(chosen(world(), coverage), ({ request }) => services.get(operationOf(request)));
    await Promise.all(
      [...byService.values()].map(async (theirs) => {
        for (const twin of theirs) await measure(twin);
      }),
    );
    const different = Object.entries(shares).filter(([, share]) => Math.abs(share - 0.5) > tolerance);
    expect(different).toEqual([]);
    agent.destroy();
  }, 600_000);
}

function chosen(world: World, coverage: keyof typeof precision): Twins[] {
  const all = twins(world).filter(({ as }) => closest.includes(as));
  const sorted = all.sort((a, b) => closest.indexOf(a.as) - closest.indexOf(b.as));
  const services = new Map(operations().map(({ id, service }) => [id, service]));
  const kindOf = ({ request, foreign }: Twins) =>
    coverage === 'each-request' ? request : `${services.get(operationOf(request))} ${foreign.method === 'GET'}`;
  return [...Map.groupBy(sorted, kindOf).values()].flatMap(([first]) => first ?? []);
}

const agent = new Agent({ keepAlive: true });

/** Milliseconds to the last byte. `fetch` adds more than some requests take. */
function timeOf(base: string, { method, path, options }: Request, own: Record<string, string>): Promise<number> {
  const body = options.body === undefined ? '' : JSON.stringify(options.body);
  const headers = {
    'content-length': Buffer.byteLength(body),
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
    ...own,
  };
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const sent = request(base + path, { method, headers, agent }, (response) => {
      response.resume().once('end', () => {
        if (response.statusCode === 404) resolve(performance.now() - started);
        else reject(new Error(`${method} ${path} returned ${response.statusCode}, not 404.`));
      });
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

async function signer({ platform }: World) {
  const { assertionKey } = loadSecrets(platform.dataDir);
  const key = await importJWK(assertionKey, 'EdDSA');
  return (kind: ActorKind) => {
    const seconds = Math.floor(Date.now() / 1000);
    const assignments = kind.kind === 'person' ? kind.assignments : [];
    const actor: Actor = {
      userId: randomUUID(),
      sessionId: randomUUID(),
      authenticatedAt: seconds,
      permissions: kind.kind === 'operator' ? [...operatorPermissions[kind.role]] : [],
      assignments: assignments.map(({ role }) => ({ assignmentId: randomUUID(), providerId: randomUUID(), role })),
    };
    return new SignJWT({ ...actor })
      .setProtectedHeader({ alg: 'EdDSA', kid: assertionKey.kid })
      .setIssuer(actorAssertionIssuer)
      .setAudience(actorAssertionAudience)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + 60)
      .sign(key);
  };
}

function shareOfLonger(a: number[], b: number[]): number {
  return a.filter((one, round) => one > (b[round] ?? 0)).length / a.length;
}
