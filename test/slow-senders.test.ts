import { connect, type Socket } from 'node:net';
import { openapiFragment } from '@trust/service-kit/http/openapi';
import { signActor } from '@trust/service-testing/actors';
import { expect, test, vi } from 'vitest';
import { routes } from '../services/evidence/src/routes.ts';
import { intentsPath, makeCase, makeIntent, mebibyte, pdf } from '../services/evidence/test/make.ts';
import { type Evidence, pathOf, startEvidence } from '../services/evidence/test/service.ts';
import { startGateway } from '../services/gateway/test/gateway.ts';

/** A release runs it with `I6_SECONDS=30`, and then with the platform's own grace of five seconds. */
const seconds = Number(process.env.I6_SECONDS ?? 4);
const slowest = { bytesPerSecond: 16_384, grace: process.env.I6_SECONDS ? 5000 : 1000 };

/** Evidence behind its gateway, with ten providers that upload and read. */
async function startWorld() {
  await using opened = new AsyncDisposableStack();
  const evidence = opened.use(await startEvidence({ connections: 10 }));
  const made = await makeCase(evidence);
  const operations = Object.entries(openapiFragment('evidence', routes).paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item as object).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
  );
  const gateway = opened.use(
    await startGateway(Object.fromEntries(operations), () => {}, {
      urls: [evidence.url],
      assertion: await signActor(made.rep, evidence.clock.now),
      slowest,
    }),
  );
  const document = pdf();
  const clients = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const { session } = await makeIntent(evidence, made, document);
      return { path: intentsPath, part: pathOf(session.parts[0].url), document };
    }),
  );
  const kept = opened.move();
  return { evidence, url: gateway.url, clients, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

type World = Awaited<ReturnType<typeof startWorld>>;
const bearer = { authorization: 'Bearer a-token-that-identity-knows-0123456789' };

/** Those who upload and read in all worlds in turn, so that a busy moment of the machine meets them alike. */
async function useInTurn(worlds: World[], isOver: () => boolean) {
  const seen = worlds.map(() => ({ took: [] as number[], statuses: new Set<number>() }));
  const ask = async (index: number, path: string, init: RequestInit = {}) => {
    const began = performance.now();
    const answer = await fetch(`${worlds[index]?.url}/api/v1${path}`, init);
    await answer.arrayBuffer();
    seen[index]?.took.push(performance.now() - began);
    seen[index]?.statuses.add(answer.status);
  };
  const client = async (name: number) => {
    for (let round = 0; round < 2 * worlds.length || !isOver(); round++) {
      const index = (name + round) % worlds.length;
      const one = worlds[index]?.clients[name];
      if (!one) throw new Error('There is no such client.');
      await ask(index, one.path, { headers: bearer });
      await ask(index, one.part, { method: 'PUT', body: new Uint8Array(one.document) });
    }
  };
  await Promise.all((worlds[0]?.clients ?? []).map((_, name) => client(name)));
  return seen.map(({ took, statuses }) => ({
    p99: took.sort((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? 0,
    statuses: [...statuses],
  }));
}

/** The part URLs of ten intents of each of five providers. */
async function targetsOf(evidence: Evidence): Promise<string[]> {
  const document = pdf(5 * mebibyte);
  const paths: string[] = [];
  for (let provider = 0; provider < 5; provider++) {
    const made = await makeCase(evidence);
    for (let intent = 0; intent < 10; intent++)
      paths.push(pathOf((await makeIntent(evidence, made, document)).session.parts[0].url));
  }
  return paths;
}

/** Two hundred sockets that send a byte now and then, and begin anew when they are refused. */
function attack(url: string, paths: string[]) {
  const { hostname, port } = new URL(url);
  const statuses: string[] = [];
  const sockets = new Map<number, Socket>();
  const open = (index: number) => {
    const path = `/api/v1${paths[index % paths.length]}`;
    const socket = connect(Number(port), hostname);
    socket.write(`PUT ${path} HTTP/1.1\r\nHost: trust.test\r\nContent-Length: ${5 * mebibyte}\r\n\r\nx`);
    sockets.set(index, socket);
    socket
      .on('error', () => {})
      .once('data', (line) => {
        statuses.push(String(line).slice(9, 12));
        socket.destroy();
        setTimeout(() => sockets.has(index) && open(index), 1000).unref();
      });
  };
  for (let index = 0; index < 200; index++) open(index);
  const sending = setInterval(() => {
    for (const socket of sockets.values()) if (socket.writable) socket.write('x');
  }, 250);
  return {
    statuses,
    [Symbol.dispose]() {
      clearInterval(sending);
      for (const socket of sockets.values()) socket.destroy();
      sockets.clear();
    },
  };
}

test(
  `I6 L3 two hundred uploads of five providers that hardly send anything for ${seconds} s cost nobody else an error or three times the time`,
  async () => {
    await using quiet = await startWorld();
    await using attacked = await startWorld();
    const paths = await targetsOf(attacked.evidence);
    await useInTurn([quiet, attacked], () => true);

    using attackers = attack(attacked.url, paths);
    // Sixteen sends of each provider go on.
    await vi.waitUntil(() => attackers.statuses.length >= 200 - 5 * 16, 20_000);
    const until = performance.now() + seconds * 1000;
    const [calm, disturbed] = await useInTurn([quiet, attacked], () => performance.now() > until);
    expect([calm?.statuses, disturbed?.statuses]).toEqual([[200], [200]]);
    expect(disturbed?.p99).toBeLessThan(3 * (calm?.p99 ?? 0));
    expect([...new Set(attackers.statuses)].sort()).toEqual(['408', '429']);
  },
  90_000 + seconds * 1000,
);
