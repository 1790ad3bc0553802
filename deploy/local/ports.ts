import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the range Linux and macOS take outgoing ports from: a part that dies must find its own port still free when it comes back. */
const first = 20_000;
const last = 30_000;

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

/** `count` different ports: asking one by one could name the same free port twice. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}
