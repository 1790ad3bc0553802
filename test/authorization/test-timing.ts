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

const samples = 200;
/** Five standard deviations. */
const tolerance = 0.18;
/** Who gets as far as the handler; the others are refused before anything is looked up. */
const closest: ActorName[] = ['stranger', 'reviewer2', 'decider'];

/**
 * D2 in time. Asked of the services themselves, where nothing hides a difference; each time by somebody new, so that no limit is
 * reached. What is compared is which of the two takes longer, round by round: it is a matter of chance, a half with a standard
 * deviation of 0.035 in 200 rounds, however slow the machine is.
 */
export function testTiming(world: () => World): void {
  test(`D2 an id of somebody else’s takes as long as an id of nobody’s: ${samples} times each, in turns`, async () => {
    const sign = await signer(world());
    const { ports } = readRun(world().platform.dataDir) ?? {};
    const { internalSecrets } = loadSecrets(world().platform.dataDir);
    const services = new Map(operations().map(({ id, service }) => [id, service]));
    const shares: Record<string, number> = {};
    const measure = async (twin: Twins) => {
      const service = services.get(operationOf(twin.request)) as DatabaseService;
      const headers = { [internalSecretHeader]: internalSecrets[service] };
      const took: Record<'foreign' | 'absent', number[]> = { foreign: [], absent: [] };
      for (let round = 0; round < samples; round++) {
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
    const byService = Map.groupBy(chosen(world()), ({ request }) => services.get(operationOf(request)));
    await Promise.all(
      [...byService.values()].map(async (theirs) => {
        for (const twin of theirs) await measure(twin);
      }),
    );
    const telling = Object.entries(shares).filter(([, share]) => Math.abs(share - 0.5) > tolerance);
    expect(telling).toEqual([]);
    agent.destroy();
  }, 120_000);
}

/**
 * One actor for each request, of those that come closest. Of a service's requests the first that reads and the first that writes;
 * all of them, which takes minutes, with `D2_TIMING=all`.
 */
function chosen(world: World): Twins[] {
  const all = twins(world).filter(({ as }) => closest.includes(as));
  const sorted = all.sort((a, b) => closest.indexOf(a.as) - closest.indexOf(b.as));
  const services = new Map(operations().map(({ id, service }) => [id, service]));
  const kindOf = ({ request, foreign }: Twins) =>
    process.env.D2_TIMING === 'all' ? request : `${services.get(operationOf(request))} ${foreign.method === 'GET'}`;
  return [...Map.groupBy(sorted, kindOf).values()].flatMap(([first]) => first ?? []);
}

const agent = new Agent({ keepAlive: true });

/** Milliseconds to the last byte. By `node:http`: `fetch` would cost more than many an answer. */
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
    const asking = request(base + path, { method, headers, agent }, (answer) => {
      answer.resume().once('end', () => {
        if (answer.statusCode === 404) resolve(performance.now() - started);
        else reject(new Error(`${method} ${path} is ${answer.statusCode}.`));
      });
    });
    asking.once('error', reject);
    asking.end(body);
  });
}

/** Of somebody who has never asked before. */
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

/** In which share of the rounds the first took longer. Rounds are compared with themselves, so that a busy moment hits both. */
function shareOfLonger(a: number[], b: number[]): number {
  return a.filter((one, round) => one > (b[round] ?? 0)).length / a.length;
}
