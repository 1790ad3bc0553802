import { parseArgs } from 'node:util';
import { withDatabase } from '@trust/service-admin/command';
import type { Database } from '@trust/service-kit/database/db';
import type { DB } from '../../db/schema.ts';
import { findSmsConversion } from './queries.ts';

const usage = `npm run sms   lists codes requested, sent and verified by SMS in the last 24 hours, per block of 10,000 numbers

A block that requests many codes and verifies few is marked: the requests may be SMS pumping fraud.
Uses DATABASE_URL of the identity service. Default: the platform that runs on DATA_DIR.`;

// A lower count says too little: people abandon sign-ins.
const minRequests = 10;
const minVerifiedShare = 0.2;

const { values } = parseArgs({ options: { help: { type: 'boolean' } } });

if (values.help) console.log(usage);
else await withDatabase(show);

async function show(db: Database<DB>): Promise<void> {
  const blocks = await findSmsConversion(db, new Date(Date.now() - 24 * 60 * 60 * 1000));
  if (blocks.length === 0) return console.log('No code was requested by SMS in the last 24 hours.');
  console.log(`${'block'.padEnd(18)} ${'requested'.padStart(9)} ${'sent'.padStart(6)} ${'verified'.padStart(8)}`);
  for (const { sms_prefix, requested, sent, verified } of blocks) {
    const isSuspicious = requested >= minRequests && verified < requested * minVerifiedShare;
    const numbers = [String(requested).padStart(9), String(sent).padStart(6), String(verified).padStart(8)].join(' ');
    console.log(
      `${`${sms_prefix}xxxx`.padEnd(18)} ${numbers}${isSuspicious ? '  suspicious: few codes verified' : ''}`,
    );
  }
}
