import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** Whether the COMMIT or its response is lost. */
export type Cut = 'commit' | 'answer';

/** Cuts a connection at its COMMIT, once per request of the test. */
export async function startCuttingProxy(postgresUrl: string) {
  const { hostname, port } = new URL(postgresUrl);
  let next: Cut | undefined;
  let cuts = 0;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    const cut = () => {
      cuts += 1;
      near.destroy();
      far.destroy();
    };
    near.on('error', () => {});
    far.on('error', () => {});
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    far.on('data', (chunk) => near.write(chunk));
    near.on('data', (chunk) => {
      const isCommit = next !== undefined && chunk.includes('commit\0');
      if (isCommit && next === 'commit') cut();
      else far.write(chunk);
      if (isCommit && next === 'answer') far.removeAllListeners('data').once('data', cut);
      if (isCommit) next = undefined;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: ownPort } = server.address() as AddressInfo;
  return {
    url: Object.assign(new URL(postgresUrl), { port: String(ownPort) }).href,
    cutNext: (what: Cut) => {
      next = what;
    },
    cuts: () => cuts,
    [Symbol.dispose]: () => void server.close(),
  };
}
