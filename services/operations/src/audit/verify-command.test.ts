import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openDb } from '@trust/service-kit/db';
import { openGuards } from '@trust/service-kit/testing/stack';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeEntries } from '../../test/make.ts';
import { type Operations, startOperations } from '../../test/service.ts';

let operations: Operations;
let folder: string;
beforeAll(async () => {
  operations = await startOperations();
  folder = await mkdtemp(join(tmpdir(), 'audit-'));
});
afterAll(async () => {
  await operations[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const signingKey = JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }));

/** The command as an operator runs it: what it printed and how it ended. */
async function run(...args: string[]): Promise<{ code: number; stdout: string }> {
  const env = {
    ...process.env,
    DATABASE_URL: operations.db.pool.options.connectionString,
    AUDIT_SIGNING_KEY: signingKey,
    AUDIT_CHECKPOINT_FILE: join(folder, 'audit', 'checkpoints'),
  };
  const command = promisify(execFile)(process.execPath, [join(import.meta.dirname, 'verify-command.ts'), ...args], {
    env,
  });
  return command.then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }) => ({ code, stdout }),
  );
}

test('P1 verify says that the chain holds, signs a checkpoint when asked, and names the first bad row', async () => {
  expect(await run('--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('npm run audit -- verify') });
  expect(await run('repair')).toMatchObject({ code: 2 });

  await makeEntries(operations, 3);
  expect(await run('verify', '--checkpoint')).toEqual({
    code: 0,
    stdout: 'The chain holds. Entries: 3, checkpoints: 0.\n',
  });
  expect(await run('verify')).toEqual({ code: 0, stdout: 'The chain holds. Entries: 3, checkpoints: 1.\n' });
  expect((await readFile(join(folder, 'audit', 'checkpoints'), 'utf8')).trim().split('\n')).toHaveLength(1);

  await openGuards(operations.ownerUrl);
  await using owner = openDb({ url: operations.ownerUrl, max: 1 });
  await sql`alter table audit_entry disable trigger all`.execute(owner);
  await sql`update audit_entry set entry = replace(entry, 'patchProfile', 'nothing') where seq = 2`.execute(owner);
  expect(await run('verify')).toEqual({ code: 1, stdout: 'The chain is BROKEN at row 2: the row was altered.\n' });
});
