import { randomBytes } from 'node:crypto';
import type { AuditedService } from '@trust/contracts/events/any';
import pg from 'pg';
import { inject } from 'vitest';

export type TestStack = {
  superuserUrl: string;
  /** A template to clone, never to write to. */
  urls: Record<AuditedService, { app: string; owner: string }>;
  natsUrl: string;
  resourcesUrl: string;
  packages: { natsServer: { file: string; version: string }; postgresBin: string };
};

declare module 'vitest' {
  interface ProvidedContext {
    stack: TestStack;
  }
}

/** Clones the service's migrated template in about 10 ms. */
export async function cloneDatabase(
  service: AuditedService,
): Promise<AsyncDisposable & { app: string; owner: string; name: string }> {
  const { urls } = inject('stack');
  const name = `${service}_${randomBytes(6).toString('hex')}`;
  // Postgres lets one session read a template at a time. `wal_log`, the default strategy, takes
  // three times the CPU time.
  await asSuperuser(
    `select pg_advisory_lock(hashtext('${service}'))`,
    `create database ${name} template ${service} owner ${service}_owner strategy file_copy`,
    'select pg_advisory_unlock_all()',
  );
  const named = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  return {
    app: named(urls[service].app),
    owner: named(urls[service].owner),
    name,
    [Symbol.asyncDispose]: () => asSuperuser(`drop database ${name} with (force)`),
  };
}

/** Disables guards as only a superuser can, to insert forbidden rows. */
export async function openGuards(ownerUrl: string): Promise<void> {
  const { href } = Object.assign(new URL(inject('stack').superuserUrl), { pathname: new URL(ownerUrl).pathname });
  const client = new pg.Client({ connectionString: href });
  await client.connect();
  await client.query('delete from guard.sealed').finally(() => client.end());
}

let superuser: pg.Pool | undefined;

// The test files of a process share the connections: opening one costs as much as a clone.
async function asSuperuser(...statements: string[]): Promise<void> {
  superuser ??= new pg.Pool({ connectionString: inject('stack').superuserUrl, max: 4, allowExitOnIdle: true })
    // Postgres may stop before this process: without a listener the run would fail.
    .on('error', () => {});
  const client = await superuser.connect();
  let failed = true;
  try {
    for (const statement of statements) await client.query(statement);
    failed = false;
  } finally {
    // A closed connection holds no lock.
    client.release(failed);
  }
}
