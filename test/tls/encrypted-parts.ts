import { chownSync, copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import type { Postgres } from '../../deploy/local/postgres/postgres.ts';

type Certificate = { TLS_CERT_FILE: string; TLS_KEY_FILE: string };

/** Gives Postgres a certificate, or another one, and refuses application roles without TLS. */
export async function encryptPostgres(dataDir: string, postgres: Postgres, certificate: Certificate): Promise<void> {
  const cluster = join(dataDir, 'postgres/cluster');
  const { uid, gid } = statSync(cluster);
  for (const [from, to] of [
    [certificate.TLS_CERT_FILE, 'server.crt'],
    [certificate.TLS_KEY_FILE, 'server.key'],
  ] as const) {
    copyFileSync(from, join(cluster, to));
    chownSync(join(cluster, to), uid, gid);
  }
  const rules = join(cluster, 'pg_hba.conf');
  const refusal = 'hostnossl all +service_app 127.0.0.1/32 reject\n';
  const text = readFileSync(rules, 'utf8');
  if (!text.startsWith(refusal)) writeFileSync(rules, refusal + text);
  const client = new pg.Client({ connectionString: postgres.superuserUrl('postgres') });
  await client.connect();
  try {
    await client.query('alter system set ssl = on');
    await client.query('select pg_reload_conf()');
  } finally {
    await client.end();
  }
}

/** Counts what services send over OTLP. */
export async function startCollector({ TLS_CERT_FILE, TLS_KEY_FILE }: Certificate) {
  const received: string[] = [];
  const options = { cert: readFileSync(TLS_CERT_FILE), key: readFileSync(TLS_KEY_FILE) };
  const server = createServer(options, (request, response) => {
    received.push(request.url ?? '');
    request.resume().once('end', () => response.setHeader('content-type', 'application/json').end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    received,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}
