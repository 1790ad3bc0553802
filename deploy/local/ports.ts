import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the range Linux and macOS take outgoing ports from: a part that dies must find its own port still free when it comes back. */
const range = { first: 20_000, last: 30_000 };
/** A port is free until its program listens, so tests that run at the same time would now and then choose the same: each worker has a part of the range. */
const parts = 10;
const size = (range.last - range.first) / parts;
const first = range.first + (Number(process.env.VITEST_POOL_ID ?? 0) % parts) * size;
const last = first + size;

export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const port = randomInt(first, last);
    if (await isPortFree(port)) return port;
  }
  throw new Error(`No free port found between ${first} and ${last} on 127.0.0.1.`);
}

/** `count` different ports, none of them `except`: asking one by one could name the same free port twice. */
export async function freePorts(count: number, except?: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = await freePort();
    if (port !== except) ports.add(port);
  }
  return [...ports];
}
