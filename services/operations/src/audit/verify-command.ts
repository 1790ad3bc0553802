import { parseArgs } from 'node:util';
import type { AuditedService } from '@trust/contracts/events/any';
import { openAdminBus, sendAdminRequest } from '@trust/service-admin/admin-client';
import { readConfig } from '@trust/service-kit/config';
import { openDb } from '@trust/service-kit/database/db';
import { commandUser } from '@trust/service-kit/events/admin';
import type { Db } from '../app.ts';
import { AuditConfig, EventsCommandConfig } from '../config.ts';
import type { DB } from '../db/schema.ts';
import { checkpointFile } from './checkpoint-file.ts';
import { checkpointKey } from './checkpoint-key.ts';
import { compareCounts, describeCount, isIncomplete } from './entry-counts.ts';
import { makeCheckpoint } from './make-checkpoint.ts';
import { type Verdict, verifyChain } from './verify-chain.ts';

const help = `npm run audit -- verify [--checkpoint]   verifies that the audit log is unchanged and complete

  Checks the hash of every entry, its link to the previous one, and all signed checkpoints.
  Then compares the number of entries that each service has announced with the number in the chain.
  Exits with 0 if the chain holds and no entry is missing; otherwise with 1, the first bad row and the services.

  --checkpoint   if the chain holds, sign a checkpoint now instead of at the next full hour
  --wait <s>     wait up to so many seconds for entries that have not arrived yet (default 30)
  --help         show this text

  DATABASE_URL           database of the operations service
  AUDIT_SIGNING_KEY      its audit key, a JSON Web Key
  AUDIT_CHECKPOINT_FILE  file with the checkpoints outside the database, if any
  NATS_URL, EVENTS_COMMAND_PASSWORD  access to the services as user ${commandUser}; without them, no comparison
`;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    checkpoint: { type: 'boolean' },
    wait: { type: 'string', default: '30' },
    help: { type: 'boolean', short: 'h' },
  },
});

if (options.help) process.stdout.write(help);
else if (positionals.length !== 1 || positionals[0] !== 'verify') {
  process.stderr.write(help);
  process.exitCode = 2;
} else {
  await verify().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  });
}

async function verify(): Promise<void> {
  const config = readConfig(AuditConfig);
  const key = await checkpointKey(config.AUDIT_SIGNING_KEY);
  const file = checkpointFile(config.AUDIT_CHECKPOINT_FILE);
  await using db = openDb<DB>({ url: config.DATABASE_URL, max: 1 });
  const verdict = await verifyChain(db, key, await file.read());
  if (verdict.holds && options.checkpoint)
    await makeCheckpoint({ db, now: () => new Date(), key, file }, { force: true });
  process.stdout.write(`${describe(verdict)}\n`);
  const isComplete = await printCounts(db, Number(options.wait) * 1000);
  if (!verdict.holds || !isComplete) process.exitCode = 1;
}

async function printCounts(db: Db, waitMs: number): Promise<boolean> {
  const { NATS_URL: url, EVENTS_COMMAND_PASSWORD: password } = readConfig(EventsCommandConfig);
  if (!url) {
    process.stdout.write('Announced entries: not compared, because NATS_URL is not set.\n');
    return true;
  }
  await using bus = await openAdminBus({ url, password });
  const announcedBy = async (service: AuditedService) => {
    const response = await sendAdminRequest<{ audited: number }>(bus, service, 'status', {}, 5000);
    return 'answer' in response ? response.answer.audited : undefined;
  };
  const counts = await compareCounts({ db, announcedBy, waitMs });
  process.stdout.write(`${counts.map(describeCount).join('\n')}\n`);
  return !counts.some(isIncomplete);
}

function describe(verdict: Verdict): string {
  if (verdict.holds) return `The chain holds. Entries: ${verdict.entries}, checkpoints: ${verdict.checkpoints}.`;
  const rows =
    verdict.upTo && verdict.upTo > verdict.seq ? `rows ${verdict.seq} to ${verdict.upTo}` : `row ${verdict.seq}`;
  return `The chain is BROKEN at ${rows}: ${verdict.fault}.`;
}
