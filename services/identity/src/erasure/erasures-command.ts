import { parseArgs } from 'node:util';
import { openDb } from '@trust/service-kit/database/db';
import type { DB } from '../db/schema.ts';
import { announceErasures } from './announce-erasures.ts';

const usage = `npm run erasures -- announce   publishes all erasures again, after a service was restored from a backup; repeatable

Uses DATABASE_URL of the identity service. Default: the platform that runs on DATA_DIR.`;

const { positionals, values } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } });
const url = process.env.DATABASE_URL;

if (values.help || positionals.length === 0) {
  console.log(usage);
} else if (positionals.join(' ') !== 'announce') {
  fail(usage);
} else if (!url) {
  fail('DATABASE_URL is not set and no local stack is running. Set it, or run npm start.');
} else {
  await using db = openDb<DB>({ url });
  console.log(`Announced: ${await announceErasures(db)}`);
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 2;
}
