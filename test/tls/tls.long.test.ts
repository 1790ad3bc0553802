import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { trustOwnCa } from '@trust/service-kit/tls/certificates';
import { certificateAuthority } from '@trust/service-testing/certificate-authority';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../demo/client.ts';
import { repositoryRoot } from '../../deploy/local/environment.ts';
import { startNats } from '../../deploy/local/nats/nats.ts';
import { provisionStreams, streamsLog } from '../../deploy/local/nats/provision-streams.ts';
import { provisioner } from '../../deploy/local/nats/users.ts';
import { ensurePackages } from '../../deploy/local/packages/ensure-packages.ts';
import type { Postgres } from '../../deploy/local/postgres/postgres.ts';
import { serviceDatabases, services } from '../../deploy/local/services.ts';
import { loadSecrets } from '../../deploy/local/settings/secrets.ts';
import type { Environment } from '../../deploy/local/settings/settings.ts';
import { playAndCheck } from '../skew/play.ts';
import { type ChangeSettings, SkewStack, treesOf } from '../skew/stack.ts';
import { encryptPostgres, startCollector } from './encrypted-parts.ts';

const folder = mkdtempSync(join(tmpdir(), 'trust-tls-'));
const publicCas = getCACertificates('default');
const [ca, other] = [await certificateAuthority(folder), await certificateAuthority(folder, 'other-ca')];
const elsewhere = await ca.issue('elsewhere', [{ type: 'dns', value: 'elsewhere.test' }]);
const stopping = new AbortController();
let stack: SkewStack;
let collector: Awaited<ReturnType<typeof startCollector>>;
let natsPort: number;
let postgres: Postgres;

/** Every address gets the scheme and the name of the certificates. */
function encrypted(settings: Environment): Environment {
  const changed = Object.entries(settings).map(([name, value]) => {
    if (!/_URL$/.test(name)) return [name, value];
    const url = new URL(value);
    url.hostname = 'localhost';
    if (name.startsWith('DATABASE')) url.searchParams.set('sslmode', 'verify-full');
    const text = url.href.replace(/^http:/, 'https:').replace(/^nats:.*/, `tls://localhost:${natsPort}`);
    return [name, url.pathname === '/' ? text.replace(/\/$/, '') : text];
  });
  return Object.fromEntries(changed);
}

const encryptAll: ChangeSettings = async (settings, owner, parts) => {
  const { natsPasswords: passwords } = loadSecrets(parts.dataDir);
  const { natsServer: server } = await ensurePackages(() => {});
  const certificate = await ca.issue('nats');
  const options = { server, dataDir: join(parts.dataDir, 'encrypted-nats'), durable: false, passwords, certificate };
  const nats = owner.use(await startNats(options, { signal: stopping.signal }));
  ({ postgres } = parts);
  natsPort = nats.port;
  await encryptPostgres(parts.dataDir, postgres, await ca.issue('postgres'));
  const address = { url: `tls://localhost:${natsPort}`, password: passwords[provisioner] };
  owner.use(await provisionStreams(address, streamsLog(join(parts.dataDir, 'logs'))));
  for (const service of services)
    settings.services[service] = {
      ...encrypted(settings.services[service]),
      ...(await ca.issue(service)),
      TLS_CA_FILE: ca.file,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_METRIC_EXPORT_INTERVAL: '5000',
    };
};

beforeAll(async () => {
  trustOwnCa({ TLS_CA_FILE: ca.file });
  collector = await startCollector(await ca.issue('collector'));
  stack = await SkewStack.start(treesOf(repositoryRoot), stopping.signal, encryptAll);
}, 300_000);
afterAll(async () => {
  await stack?.[Symbol.asyncDispose]();
  await collector?.[Symbol.asyncDispose]();
  stopping.abort();
  setDefaultCACertificates(publicCas);
  rmSync(folder, { recursive: true });
});

test('SC4 the main journey runs over TLS with a private CA', async () => {
  expect(stack.url).toMatch(/^https:\/\/localhost:/);
  await playAndCheck(stack, repositoryRoot);
  const sessions = await query<{ usename: string; is_encrypted: boolean }>(
    postgres.superuserUrl('postgres'),
    `select usename, bool_and(ssl) as is_encrypted from pg_stat_ssl join pg_stat_activity using (pid)
     where usename like '%\\_app' group by usename order by usename`,
  );
  expect(sessions).toEqual(serviceDatabases.toSorted().map((name) => ({ usename: `${name}_app`, is_encrypted: true })));
  await eventually('traces and metrics arrive', async () =>
    ['/v1/traces', '/v1/metrics'].every((path) => collector.received.includes(path)) ? true : undefined,
  );
}, 300_000);

/** The code of the error, or of its cause. */
async function refusal(work: Promise<unknown>): Promise<unknown> {
  const error = await work.then(
    () => new Error('accepted'),
    (reason: NodeJS.ErrnoException) => reason,
  );
  return (error.cause as NodeJS.ErrnoException)?.code ?? (error as NodeJS.ErrnoException).code ?? error.message;
}

async function query<Row>(url: string, text = 'select 1'): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

test('SC4 a plaintext client is refused by a service, by Postgres and by NATS', async () => {
  const { DATABASE_URL = '', PORT } = stack.settings.services.provider;
  expect(await refusal(fetch(`http://localhost:${PORT}/livez`))).toMatch(/ECONNRESET|UND_ERR_SOCKET/);
  // 28000: no rule accepts the connection.
  expect(await refusal(query(DATABASE_URL.replace('verify-full', 'disable')))).toBe('28000');
  const answer = await new Promise<string>((resolve) => {
    let text = '';
    const socket = connect(natsPort, '127.0.0.1', () => socket.write('CONNECT {"verbose":false}\r\nPING\r\n'));
    socket.on('data', (chunk) => (text += chunk)).once('close', () => resolve(text));
    socket.on('error', () => {});
  });
  expect(answer).toContain('"tls_required":true');
  expect(answer).not.toContain('PONG');
});

test('SC4 clients refuse a server whose certificate has a wrong name or comes from another CA', async () => {
  const { DATABASE_URL = '' } = stack.settings.services.provider;
  await query(DATABASE_URL);
  for (const [certificate, code] of [
    [elsewhere, 'ERR_TLS_CERT_ALTNAME_INVALID'],
    [await other.issue('foreign'), 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ] as const) {
    await using server = await startCollector(certificate);
    expect(await refusal(fetch(server.url))).toBe(code);
    await encryptPostgres(stack.dataDir, postgres, certificate);
    await eventually(`Postgres refuses with ${code}`, async () =>
      (await refusal(query(DATABASE_URL))) === code ? true : undefined,
    );
  }
});
