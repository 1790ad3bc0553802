import { openDb } from '@trust/service-kit/database/db';
import type { DB } from './db/schema.ts';
import { seedSandboxPlans } from './payments/plans/sandbox-plans.ts';

// Plans are inserted by the owner of the tables, as migrations do.
if (process.env.PAYMENT_PROVIDER === 'sandbox') await seed();
else process.stdout.write('Seeded no plans: those of the sandbox require PAYMENT_PROVIDER=sandbox.\n');

async function seed(): Promise<void> {
  await using db = openDb<DB>({ url: process.env.DATABASE_OWNER_URL ?? '', max: 1, connectTimeout: 30_000 });
  await seedSandboxPlans(db);
}
