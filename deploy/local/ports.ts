import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the range of outgoing ports: a part that restarts must find its port free. */
const range = { first: 20_000, last: 30_000 };
/** One part per test worker: a port is free until its program listens, so two could choose it. */
const parts = 10;
const size = (range.last - range.first) / parts;
const first = range.first + (Number(process.env.VITEST_POOL_ID ?? 0) % parts) * size;
const last = first + size;

export async function isPortFree(port: number): Promise<boolean> {
  return (await portError(port)) === undefined;
}

export function portError(port: number, host = '127.0.0.1'): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(undefined)));
  });
}

export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const port = randomInt(first, last);
    if (await isPortFree(port)) return port;
  }
  throw new Error(`No free port found between ${first} and ${last} on 127.0.0.1.`);
}

export async function firstFreePort(start: number): Promise<number> {
  for (let port = start; port < start + 100; port += 1) {
    if (await isPortFree(port)) return port;
  }
  throw new Error(`No free port found between ${start} and ${start + 99} on 127.0.0.1.`);
}

export async function freePorts(count: number, except?: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = await freePort();
    if (port !== except) ports.add(port);
  }
  return [...ports];
}
