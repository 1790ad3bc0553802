import { followClock, platformNow } from '@trust/service-kit/clock';
import { openDb } from '@trust/service-kit/database/db';
import type { DB } from './db/schema.ts';
import { configuredVault } from './people/vault.ts';
import { seedOperators } from './seed-operators.ts';

if (process.env.TRUST_MODE === 'development') await seed();
else process.stdout.write('Seeded no operators: example operators require TRUST_MODE=development.\n');

async function seed(): Promise<void> {
  using _clock = followClock();
  const { DATABASE_URL = '', DATABASE_DIRECT_URL: url = DATABASE_URL, SUBJECT_KEY_SECRET = '' } = process.env;
  await using db = openDb<DB>({ url, connectTimeout: 30_000 });
  await seedOperators({ db, vault: configuredVault({ ...process.env, SUBJECT_KEY_SECRET }) }, platformNow());
}
