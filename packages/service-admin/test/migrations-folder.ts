import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cloneDatabase } from '@trust/service-testing/stack';
import pg from 'pg';
import { migrate } from '../src/migrate.ts';
import { runBackfills } from '../src/migrations/run-backfills.ts';

const webhooksFolder = join(import.meta.dirname, '../../../services/webhooks/src/db/migrations');

type Options = Omit<Parameters<typeof migrate>[0], 'folder' | 'url'>;

/** A migrated database of webhooks with a copy of its migrations, to which a test adds its own. */
export async function openFolder() {
  const opened = new AsyncDisposableStack();
  const { owner: url } = opened.use(await cloneDatabase('webhooks'));
  const root = mkdtempSync(join(tmpdir(), 'trust-migrate-'));
  opened.defer(() => rmSync(root, { recursive: true }));
  const folder = join(root, 'migrations');
  cpSync(webhooksFolder, folder, { recursive: true });
  mkdirSync(join(root, 'backfills'));
  const file = (name: string) => join(folder, `99990101T0000-${name}.sql`);
  const connect = async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    opened.defer(() => client.end());
    return client;
  };
  const owner = await connect();
  return {
    url,
    folder,
    connect,
    query: async (text: string) => (await owner.query(text)).rows,
    migrated: (options: Options = {}) => migrate({ url, folder, ...options }),
    backfilled: (options: Partial<Parameters<typeof runBackfills>[0]> = {}) =>
      runBackfills({ url, folder, share: 1, ...options }),
    file,
    write: (name: string, text: string) => writeFileSync(file(name), text),
    remove: (name: string) => rmSync(file(name)),
    writeBackfill: (name: string, text: string) => writeFileSync(join(root, 'backfills', `${name}.sql`), text),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
