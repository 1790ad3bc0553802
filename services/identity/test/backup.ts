import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openDb } from '@trust/service-kit/database/db';
import pg from 'pg';
import { inject } from 'vitest';
import type { DB } from '../src/db/schema.ts';
import type { Identity } from './service.ts';

const run = promisify(execFile);
const program = (name: string) => join(inject('stack').packages.postgresBin, name);

/** Bytes are in hexadecimal. */
export async function dumpText({ ownerUrl }: Identity): Promise<string> {
  const { stdout } = await run(program('pg_dump'), ['--data-only', '--inserts', ownerUrl], { maxBuffer: 100_000_000 });
  return stdout;
}

/** Leaves out `data_key` (ADR 0007). Returns a function that restores it. */
export async function backUp({ ownerUrl }: Identity) {
  const file = join(tmpdir(), `backup-${randomBytes(6).toString('hex')}`);
  await run(program('pg_dump'), ['--format=custom', '--exclude-table-data=data_key', `--file=${file}`, ownerUrl]);
  return async () => {
    const name = `identity_${randomBytes(6).toString('hex')}`;
    const client = new pg.Client({ connectionString: inject('stack').superuserUrl });
    await client.connect();
    await client.query(`create database ${name} owner identity_owner`);
    await client.end();
    const named = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
    // Only a superuser can restore the event triggers that protect the guards.
    await run(program('pg_restore'), [`--dbname=${named(inject('stack').superuserUrl)}`, file]);
    await rm(file);
    return openDb<DB>({ url: named(ownerUrl), max: 2 });
  };
}

export function spellingsOf(text: string): string[] {
  const bytes = Buffer.from(text);
  return [text, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, ''), encodeURIComponent(text)];
}
