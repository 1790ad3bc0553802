import { randomBytes } from 'node:crypto';
import type { AuditedService } from '@trust/contracts/events/any';
import pg from 'pg';
import { inject } from 'vitest';

/** What the test run's global set-up has started. */
export type TestStack = {
  superuserUrl: string;
  /** The migrated database of each service: a template to clone, never to write to. */
  urls: Record<AuditedService, { app: string; owner: string }>;
  natsUrl: string;
  packages: { natsServer: { file: string; version: string }; postgresBin: string };
};

declare module 'vitest' {
  interface ProvidedContext {
    stack: TestStack;
  }
}

/** A database of one test file's own, copied from the service's migrated template in about 50 ms; dropped with the run. */
export async function cloneDatabase(service: AuditedService): Promise<{ app: string; owner: string; name: string }> {
  const { superuserUrl, urls } = inject('stack');
  const name = `${service}_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  // Two files may clone at once; Postgres lets only one read the template at a time.
  await client.query(`select pg_advisory_lock(hashtext('${service}'))`);
  await client.query(`create database ${name} template ${service} owner ${service}_owner`);
  await client.end();
  const named = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  return { app: named(urls[service].app), owner: named(urls[service].owner), name };
}
