import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isPolicyKey } from '@trust/contracts/policies';
import { fail, withDatabase } from '@trust/service-admin/command';
import { isUuid } from '@trust/service-kit/uuid';
import type { DB } from '../../db/schema.ts';
import { repeatWithdrawals, type Withdrawal } from './repeat-withdrawals.ts';

const usage = `npm run consents -- repeat <file>   withdraws the consents of such a list again, after identity was restored; repeatable

A line has person id, policy, version and time, as in withdrawals-since.txt of a backup. A consent given later stays.
Uses DATABASE_URL of the identity service. Default: the platform that runs on DATA_DIR.`;

const { positionals, values } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } });
const [action, file, ...rest] = positionals;

if (values.help || positionals.length === 0) {
  console.log(usage);
} else if (action !== 'repeat' || !file || rest.length > 0) {
  fail(usage);
} else {
  await withDatabase<DB>(async (db) => {
    const withdrawals = withdrawalsOf(file);
    const repeated = await repeatWithdrawals(db, withdrawals, new Date());
    console.log(`Withdrawn again: ${repeated}. Recorded already, or not known: ${withdrawals.length - repeated}`);
  });
}

/** Throws on another line: a half-read list would leave consents in force. */
function withdrawalsOf(path: string): Withdrawal[] {
  const lines = readFileSync(resolve(path), 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => {
    const [personId = '', policyKey = '', version = '', time = ''] = line.split(' ');
    const at = new Date(time);
    if (!isUuid(personId) || !isPolicyKey(policyKey) || !version || Number.isNaN(at.getTime()))
      throw new Error(`${path} has a line that is no withdrawal: "${line}". Use withdrawals-since.txt of a backup.`);
    return { personId, policyKey, version, at };
  });
}
