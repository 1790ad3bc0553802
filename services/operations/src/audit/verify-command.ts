import { parseArgs } from 'node:util';
import { readConfig } from '@trust/service-kit/config';
import { openDb } from '@trust/service-kit/db';
import { AuditConfig } from '../config.ts';
import type { DB } from '../db/schema.ts';
import { checkpointFile } from './checkpoint-file.ts';
import { checkpointKey } from './checkpoint-key.ts';
import { makeCheckpoint } from './make-checkpoint.ts';
import { type Verdict, verifyChain } from './verify-chain.ts';

const help = `npm run audit -- verify [--checkpoint]   whether the audit log is as it was written

  Reads every entry of the chain, checks its hash, its link to the one before and all signed checkpoints.
  Ends with 0 if the chain holds, and with 1 and the first bad row if it does not.

  --checkpoint   if the chain holds, sign a checkpoint of it now instead of at the next full hour
  --help         this text

  DATABASE_URL           database of the operations service
  AUDIT_SIGNING_KEY      its audit key, a JSON Web Key
  AUDIT_CHECKPOINT_FILE  the checkpoints kept besides the database, if any
`;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { checkpoint: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
});

if (options.help) process.stdout.write(help);
else if (positionals.length !== 1 || positionals[0] !== 'verify') {
  process.stderr.write(help);
  process.exitCode = 2;
} else await verify();

async function verify(): Promise<void> {
  const config = readConfig(AuditConfig);
  const key = await checkpointKey(config.AUDIT_SIGNING_KEY);
  const file = checkpointFile(config.AUDIT_CHECKPOINT_FILE);
  await using db = openDb<DB>({ url: config.DATABASE_URL, max: 1 });
  const verdict = await verifyChain(db, key, await file.read());
  if (verdict.holds && options.checkpoint)
    await makeCheckpoint({ db, now: () => new Date(), key, file }, { evenIfEarly: true });
  process.stdout.write(`${describe(verdict)}\n`);
  if (!verdict.holds) process.exitCode = 1;
}

function describe(verdict: Verdict): string {
  if (verdict.holds) return `The chain holds. Entries: ${verdict.entries}, checkpoints: ${verdict.checkpoints}.`;
  const rows =
    verdict.upTo && verdict.upTo > verdict.seq ? `rows ${verdict.seq} to ${verdict.upTo}` : `row ${verdict.seq}`;
  return `The chain is BROKEN at ${rows}: ${verdict.fault}.`;
}
