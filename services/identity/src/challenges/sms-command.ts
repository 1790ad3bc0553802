import { parseArgs } from 'node:util';
import { openDb } from '@trust/service-kit/database/db';
import type { DB } from '../db/schema.ts';
import { findConversion } from './queries.ts';

const usage = `Who asks for codes by SMS, and who answers them: the last 24 hours by blocks of ten thousand numbers.

  npm run sms

A block that asks and hardly ever answers is marked: somebody may be paid for its traffic.
Reads DATABASE_URL of the identity service; without it, that of the local stack.`;

// Fewer may be chance: people change their minds.
const enoughToJudge = 10;
const suspiciousBelow = 0.2;

const { values } = parseArgs({ options: { help: { type: 'boolean' } } });
const url = process.env.DATABASE_URL;

if (values.help) console.log(usage);
else if (url) await show(url);
else {
  console.error('DATABASE_URL is not set, and no local stack was found.');
  process.exitCode = 2;
}

async function show(databaseUrl: string): Promise<void> {
  await using db = openDb<DB>({ url: databaseUrl });
  const blocks = await findConversion(db, new Date(Date.now() - 24 * 60 * 60 * 1000));
  if (blocks.length === 0) return console.log('Nobody has asked for a code by SMS.');
  console.log(`${'block'.padEnd(18)} ${'asked'.padStart(6)} ${'sent'.padStart(6)} ${'answered'.padStart(8)}`);
  for (const { sms_prefix, asked, sent, answered } of blocks) {
    const isSuspicious = asked >= enoughToJudge && answered < asked * suspiciousBelow;
    const numbers = [String(asked).padStart(6), String(sent).padStart(6), String(answered).padStart(8)].join(' ');
    console.log(`${`${sms_prefix}xxxx`.padEnd(18)} ${numbers}${isSuspicious ? '  hardly ever answers' : ''}`);
  }
}
