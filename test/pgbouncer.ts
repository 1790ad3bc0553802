import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { ensureTools } from '../deploy/local/packages/ensure-tools.ts';
import { freePort } from '../deploy/local/ports.ts';
import { postgresUser } from '../deploy/local/postgres/os-user.ts';
import { Child } from '../deploy/local/supervisor/child.ts';

/** Server connections per database: few, so that every one is used by many transactions. */
export const poolSize = 3;

export type PgBouncer = AsyncDisposable & { through(url: string): string };

/** PgBouncer of Debian in transaction mode, in front of the server of `urls`, for their roles. */
export async function startPgBouncer(urls: string[]): Promise<PgBouncer> {
  await using started = new AsyncDisposableStack();
  const { pgbouncer } = await ensureTools({ pgbouncer: { apt: 'pgbouncer', unit: 'pgbouncer.service' } }, (line) =>
    console.log(line),
  );
  const folder = mkdtempSync(join(tmpdir(), 'trust-pgbouncer-'));
  started.defer(() => rmSync(folder, { recursive: true, force: true }));
  const roles = urls.map((url) => new URL(url));
  const port = await freePort();
  const through = (url: string) => Object.assign(new URL(url), { port: String(port) }).href;
  writeFileSync(
    join(folder, 'roles.txt'),
    roles.map(({ username, password }) => `"${username}" "${decodeURIComponent(password)}"\n`).join(''),
  );
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=127.0.0.1 port=${roles[0]?.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = md5
auth_file = ${join(folder, 'roles.txt')}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 500
server_login_retry = 0.1
`,
  );
  const user = postgresUser(folder);
  for (const file of ['roles.txt', 'pgbouncer.ini']) chmodSync(join(folder, file), 0o644);
  const spec = {
    name: 'pgbouncer',
    command: [pgbouncer, join(folder, 'pgbouncer.ini')] as [string, ...string[]],
    cwd: folder,
    env: {},
    logFile: join(folder, 'pgbouncer.log'),
    user,
    isReady: () => accepts(through(urls[0] ?? '')),
    readyWithinMs: 30_000,
    stopSignal: 'SIGINT' as const,
    stopWithinMs: 10_000,
  };
  started.use(await Child.start(spec, { stopWithParent: true }));
  const all = started.move();
  return { through, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

async function accepts(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}
