import { randomUUIDv7 } from 'node:crypto';
import { followClock, platformNow } from '@trust/service-kit/clock';
import { openDb } from '@trust/service-kit/database/db';
import { readCatalog, seedCatalog } from './catalog/seed-catalog.ts';
import type { DB } from './db/schema.ts';
import { loadGazetteer } from './directory/places/load-gazetteer.ts';

using _clock = followClock();
const { DATABASE_URL = '', DATABASE_DIRECT_URL: url = DATABASE_URL } = process.env;
// Production is seeded by the same command. A step is not repeated, so it waits for a busy server.
await using db = openDb<DB>({ url, max: 1, connectTimeout: 30_000 });
const activated = await seedCatalog({ db, now: platformNow, newId: () => randomUUIDv7() }, await readCatalog());
process.stdout.write(`Activated ${activated.length} requirement versions.\n`);
process.stdout.write(`Added ${await loadGazetteer({ db })} places to the gazetteer.\n`);
