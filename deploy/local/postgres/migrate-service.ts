import { join } from 'node:path';
import { migrate } from '@trust/service-admin/migrate';
import { repositoryRoot } from '../environment.ts';
import type { DatabaseService } from '../services.ts';
import { sealDatabase } from './databases.ts';

type Options = Pick<Parameters<typeof migrate>[0], 'release' | 'report'> & { folder?: string };

/** The migrations of a service; its backfills are beside them. */
export function migrationsOf(service: DatabaseService): string {
  return join(repositoryRoot, 'services', service, 'src/db/migrations');
}

/** Migrates the database of one service as its owner. Then it seals the guards, also if a migration failed. */
export async function migrateService(
  service: DatabaseService,
  url: string,
  { folder = migrationsOf(service), ...options }: Options = {},
): Promise<string[]> {
  try {
    return await migrate({ url, folder, ...options });
  } finally {
    await sealDatabase(url);
  }
}
