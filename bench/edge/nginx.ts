import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../deploy/local/ports.ts';
import { Child } from '../../deploy/local/supervisor/child.ts';

/** A KiB of JSON for every path but the contract, which the gateway requests and nginx lacks. */
const backendServer = `
  location = /openapi.json { return 503; }
  location / { default_type application/json; return 200 '{"text":"${'x'.repeat(1013)}"}'; }`;

export type Nginx = AsyncDisposable & { url: string; pid: number };

/** Starts a backend that serves a constant: the lower bound of a service. */
export function startBackend(tool: string, folder: string): Promise<Nginx> {
  return start(tool, { name: 'backend', folder, processor: 1, http: '', server: backendServer });
}

/** Starts a proxy with kept-alive connections: the lower bound of a gateway. */
export function startProxy(tool: string, folder: string, to: string): Promise<Nginx> {
  return start(tool, {
    name: 'proxy',
    folder,
    processor: 0,
    http: `upstream backend { server ${new URL(to).host}; keepalive 64; }`,
    server: 'location / { proxy_pass http://backend; proxy_http_version 1.1; proxy_set_header Connection ""; }',
  });
}

type Options = { name: string; folder: string; processor: 0 | 1; http: string; server: string };

async function start(tool: string, { name, folder, processor, http, server }: Options): Promise<Nginx> {
  const home = join(folder, `nginx-${name}`);
  mkdirSync(home, { recursive: true });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${home}/${kind};`,
  );
  writeFileSync(
    join(home, 'nginx.conf'),
    `daemon off; master_process off; pid ${home}/pid; error_log stderr crit;
events { worker_connections 1024; }
http {
  access_log off; keepalive_requests 1000000000; ${paths.join(' ')}
  ${http}
  server { listen 127.0.0.1:${port}; ${server} }
}
`,
  );
  const child = await Child.start(
    {
      name: `nginx ${name}`,
      command: ['taskset', '-c', String(processor), tool, '-p', home, '-c', join(home, 'nginx.conf')],
      cwd: home,
      env: {},
      logFile: join(home, 'log'),
      isReady: () =>
        fetch(url).then(
          () => true,
          () => false,
        ),
      readyWithinMs: 10_000,
      stopSignal: 'SIGTERM',
      stopWithinMs: 5000,
    },
    { stopWithParent: true },
  );
  return { url, pid: child.pid ?? 0, [Symbol.asyncDispose]: () => child.stop() };
}
