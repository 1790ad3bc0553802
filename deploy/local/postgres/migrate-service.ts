import { join } from 'node:path';
import { migrate } from '@trust/service-admin/migrate';
import { repositoryRoot } from '../environment.ts';
import type { DatabaseService } from '../services.ts';
import { sealDatabase } from './databases.ts';

type Options = Pick<Parameters<typeof migrate>[0], 'release' | 'report'> & { folder?: string };

/** Migrates the database of one service as its owner and seals its guards, also if a migration fails. */
export async function migrateService(
  service: DatabaseService,
  url: string,
  { folder = join(repositoryRoot, 'services', service, 'src/db/migrations'), ...options }: Options = {},
): Promise<string[]> {
  try {
    return await migrate({ url, folder, ...options });
  } finally {
    await sealDatabase(url);
  }
}
