import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { openapiFragment } from '@trust/openapi/fragment';
import { signActor } from '@trust/service-testing/actors';
import { routes } from '../services/evidence/src/routes.ts';
import { intentsPath, makeCase, makeIntent, mebibyte, pdf } from '../services/evidence/test/make.ts';
import { type Evidence, pathOf, startEvidence } from '../services/evidence/test/service.ts';
import { startGateway, token } from '../services/gateway/test/gateway.ts';

/** Eight clients of one provider. `graceMs`: the gateway's grace for slow senders. */
export async function startUploads(graceMs: number) {
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
      minimumRate: { bytesPerSecond: 16_384, grace: graceMs },
    }),
  );
  const document = pdf();
  const clients: { path: string; part: string; document: Buffer }[] = [];
  // One after the other: in parallel they wait for one rate limit's lock, and time out on a busy machine.
  while (clients.length < 8) {
    const { session } = await makeIntent(evidence, made, document);
    clients.push({ path: intentsPath, part: pathOf(session.parts[0].url), document });
  }
  const kept = opened.move();
  return { evidence, url: gateway.url, clients, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

export type Uploads = Awaited<ReturnType<typeof startUploads>>;

/** Ten intents of each of five providers. A provider may send 16 parts at a time. */
export const slowSenders = { count: 200, accepted: 5 * 16 };

const bearer = { authorization: `Bearer ${token}` };

/** At least twice and until `isDone`. `took`: milliseconds of each request. */
export async function useAll(worlds: Uploads[], isDone: () => boolean) {
  const used = worlds.map(() => ({ took: [] as number[], statuses: new Set<number>() }));
  const send = async (index: number, path: string, init: RequestInit) => {
    const started = performance.now();
    const response = await fetch(`${worlds[index]?.url}/api/v1${path}`, init);
    await response.arrayBuffer();
    used[index]?.took.push(performance.now() - started);
    used[index]?.statuses.add(response.status);
  };
  const use = async (name: number) => {
    // The worlds alternate, so that other load on the machine slows them alike.
    for (let round = 0; round < 2 * worlds.length || !isDone(); round++) {
      const index = (name + round) % worlds.length;
      const client = worlds[index]?.clients[name];
      if (!client) throw new Error(`World ${index} has no client ${name}.`);
      await send(index, client.path, { headers: bearer });
      await send(index, client.part, { method: 'PUT', body: new Uint8Array(client.document) });
      // Not measured; without it the clients use a whole processor.
      await delay(20);
    }
  };
  await Promise.all((worlds[0]?.clients ?? []).map((_, name) => use(name)));
  return used;
}

async function partsToAttack(evidence: Evidence): Promise<string[]> {
  const document = pdf(5 * mebibyte);
  const paths: string[] = [];
  for (let provider = 0; provider < 5; provider++) {
    const made = await makeCase(evidence);
    for (let intent = 0; intent < 10; intent++)
      paths.push(pathOf((await makeIntent(evidence, made, document)).session.parts[0].url));
  }
  return paths;
}

/** One byte every 250 ms; they reconnect one second after a refusal. */
export async function startSlowSenders({ url, evidence }: Uploads) {
  const { hostname, port } = new URL(url);
  const paths = await partsToAttack(evidence);
  const statuses: string[] = [];
  const sockets = new Map<number, Socket>();
  const open = (index: number) => {
    const path = `/api/v1${paths[index % paths.length]}`;
    const socket = connect(Number(port), hostname);
    socket.write(`PUT ${path} HTTP/1.1\r\nHost: trust.test\r\nContent-Length: ${5 * mebibyte}\r\n\r\nx`);
    sockets.set(index, socket);
    socket
      .on('error', () => {})
      .once('data', (statusLine) => {
        statuses.push(String(statusLine).slice(9, 12));
        socket.destroy();
        setTimeout(() => sockets.has(index) && open(index), 1000).unref();
      });
  };
  for (let index = 0; index < slowSenders.count; index++) open(index);
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
