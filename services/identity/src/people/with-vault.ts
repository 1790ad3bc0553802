import { readSettings, withDatabase } from '@trust/service-admin/command';
import type { Database } from '@trust/service-kit/database/db';
import type { Vault } from '../app.ts';
import type { DB } from '../db/schema.ts';
import { configuredVault } from './vault.ts';

export type Stores = { db: Database<DB>; vault: Vault };

/** Commands that read or find personal data need it. During a rotation of its secret, also the second value. */
export async function withVault(work: (stores: Stores) => Promise<void>): Promise<void> {
  const settings = readSettings('DATABASE_URL', 'SUBJECT_KEY_SECRET');
  if (!settings) return;
  const vault = configuredVault({ ...process.env, ...settings });
  await withDatabase<DB>((db) => work({ db, vault }));
}
