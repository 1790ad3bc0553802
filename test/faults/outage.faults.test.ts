import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, eventually, type Session } from '../../demo/client.ts';
import { newPhoneNumber, signIn } from '../../demo/steps/sign-in.ts';
import { register } from '../../demo/steps/workspace.ts';
import { readRun } from '../../deploy/local/supervisor/run-file.ts';
import { type Platform, startPlatform } from '../platform.ts';
import { type Block, blockPort } from './network.ts';
import { pauseCluster } from './postgres-processes.ts';

const outageMs = 15_000;
const everyMs = 500;
const hungMs = 10_000;
const refusedWithinMs = 3_000;
const queryTimeoutMs = 6_000;

let platform: Platform;
let owner: Session;
beforeAll(async () => {
  platform = await startPlatform();
  const client = new Client(platform.url, () => {}, { retryMs: 30_000 });
  owner = await signIn(client, newPhoneNumber());
  await register(client, owner, 'Outage Électricité');
}, 180_000);
afterAll(() => platform?.[Symbol.asyncDispose]());

type Answer = { what: string; at: number; ms: number; status: number | string; retryAfter: string | null };

async function ask(what: string, path: string, init: RequestInit = {}): Promise<Answer> {
  const started = performance.now();
  const answer = { what, at: started, ms: 0, retryAfter: null };
  try {
    const response = await fetch(`${platform.url}${path}`, { ...init, signal: AbortSignal.timeout(20_000) });
    await response.arrayBuffer();
    return {
      ...answer,
      ms: performance.now() - started,
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
    };
  } catch (error) {
    return { ...answer, ms: performance.now() - started, status: String(error) };
  }
}

function askEachKind(): Promise<Answer>[] {
  const headers = { authorization: `Bearer ${owner.accessToken}`, 'content-type': 'application/json' };
  const edit = {
    method: 'PATCH',
    headers: { ...headers, 'idempotency-key': randomUUID() },
    body: JSON.stringify({ summary: `Summary ${randomUUID()}` }),
  };
  return [
    ask('public read', '/api/v1/public/categories'),
    ask('search', '/api/v1/public/providers/search?category=electrician&latitude=48.85&longitude=2.34&radiusKm=10'),
    ask('private read', '/api/v1/provider-workspace/me', { headers }),
    ask('write', '/api/v1/provider-workspace/me/profile', edit),
  ];
}

const block = (how: Block) => blockPort(readRun(platform.dataDir)?.ports?.postgres ?? 0, how);
const outages: [what: string, begin: () => AsyncDisposable | Promise<AsyncDisposable>][] = [
  ['refuses connections', () => block('refused')],
  ['is paused', () => pauseCluster(platform)],
  ['is unreachable', () => block('requests')],
  ['does not answer', () => block('responses')],
];

test.each(outages)(
  'F3 while Postgres %s, every request gets 503 with Retry-After',
  async (_what, begin) => {
    await untilAllSucceed();
    const outage = await begin();
    const began = performance.now();
    const asked: Promise<Answer>[] = [];
    while (performance.now() < began + outageMs) {
      asked.push(...askEachKind());
      await delay(everyMs);
    }
    const answers = await Promise.all(asked);
    await outage[Symbol.asyncDispose]();
    const ended = performance.now();
    await untilAllSucceed();
    print(answers, performance.now() - ended);

    expect(answers.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null)).toEqual([]);
    expect(answers.filter(({ ms }) => ms > hungMs)).toEqual([]);
    // Before, statements on open connections wait for their timeout of 6 s.
    const later = answers.filter(({ at }) => at > began + queryTimeoutMs);
    expect(later.filter(({ ms }) => ms > refusedWithinMs)).toEqual([]);
  },
  120_000,
);

function untilAllSucceed(): Promise<true> {
  return eventually('a success of each kind', async () => {
    const answers = await Promise.all(askEachKind());
    return answers.every(({ status }) => status === 200) ? true : undefined;
  });
}

function print(answers: Answer[], backAfterMs: number): void {
  for (const [what, list] of Map.groupBy(answers, (one) => one.what)) {
    const times = list.map(({ ms }) => Math.round(ms)).sort((a, b) => a - b);
    process.stdout.write(
      `  ${what}: ${list.length} refused, median ${times[times.length >> 1]} ms, longest ${times.at(-1)} ms\n`,
    );
  }
  process.stdout.write(`  back ${Math.round(backAfterMs)} ms after the end\n`);
}
