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
  /** For `sharedResource`. */
  resourcesUrl: string;
  packages: { natsServer: { file: string; version: string }; postgresBin: string };
};

declare module 'vitest' {
  interface ProvidedContext {
    stack: TestStack;
  }
}

/** A database of one test's own, copied from the service's migrated template in about 30 ms. Disposing of it spares room; with the run it goes anyway. */
export async function cloneDatabase(
  service: AuditedService,
): Promise<AsyncDisposable & { app: string; owner: string; name: string }> {
  const { urls } = inject('stack');
  const name = `${service}_${randomBytes(6).toString('hex')}`;
  // Two files may clone at once; Postgres lets only one read the template at a time.
  await asSuperuser(
    `select pg_advisory_lock(hashtext('${service}'))`,
    `create database ${name} template ${service} owner ${service}_owner`,
  );
  const named = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  return {
    app: named(urls[service].app),
    owner: named(urls[service].owner),
    name,
    [Symbol.asyncDispose]: () => asSuperuser(`drop database ${name} with (force)`),
  };
}

/** Lets the owner of a clone switch its guards off, as only a superuser can: to plant what should never be there. */
export function openGuards(ownerUrl: string): Promise<void> {
  return asSuperuserOf(new URL(ownerUrl).pathname, 'delete from guard.sealed');
}

const asSuperuser = (...statements: string[]) =>
  asSuperuserOf(new URL(inject('stack').superuserUrl).pathname, ...statements);

async function asSuperuserOf(pathname: string, ...statements: string[]): Promise<void> {
  const { href } = Object.assign(new URL(inject('stack').superuserUrl), { pathname });
  const client = new pg.Client({ connectionString: href });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
