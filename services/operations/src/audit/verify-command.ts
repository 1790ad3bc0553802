import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { AuditedService } from '@trust/contracts/events/any';
import { openAdminBus, sendAdminRequest } from '@trust/service-admin/admin-client';
import { commandUser } from '@trust/service-kit/bus/admin';
import { readConfig } from '@trust/service-kit/config';
import { openDb } from '@trust/service-kit/database/db';
import type { Db } from '../app.ts';
import { AuditConfig, AuditKeyConfig, EventsCommandConfig } from '../config.ts';
import type { DB } from '../db/schema.ts';
import { checkpointKey, publicKeysIn } from './checkpoints/checkpoint-key.ts';
import { configuredCheckpoints } from './checkpoints/configured-checkpoints.ts';
import { makeCheckpoint } from './checkpoints/make-checkpoint.ts';
import { findLastCheckpoint } from './checkpoints/queries.ts';
import { compareCounts, describeCount, isIncomplete } from './verification/entry-counts.ts';
import { type Verdict, verifyChain } from './verification/verify-chain.ts';
import { verifyProof } from './verification/verify-proof.ts';

const help = `npm run audit -- verify [--checkpoint]         verifies that the audit log is unchanged and complete
npm run audit -- verify-proof <file> [--key]   verifies offline that one entry is in the log
npm run audit -- public-key                    prints the key that verifies checkpoints and proofs

verify

  Checks the hash of every entry, its link to the previous one, and all signed checkpoints.
  Each place outside of the database must have the last checkpoint.
  Then compares the number of entries that each service has announced with the number in the chain.
  Exits with 0 if the chain holds and nothing is missing; otherwise with 1, the first bad row, the places and services.

  --checkpoint   if the chain holds, sign a checkpoint now instead of at the next full hour, and add the last one where it is
                 missing: only for a place that is new
  --wait <s>     wait up to so many seconds for entries that have not arrived yet (default 30)

verify-proof

  Reads a response of GET /operations/audit/{entryId}/proof. Needs no database and no network.
  Exits with 0 if the entry is in the log that the checkpoint signs; otherwise with 1 and what is wrong.

  --key <file>   the public key (JWK), as public-key printed it; default: AUDIT_SIGNING_KEY

Settings; by default those of the platform that runs on DATA_DIR

  DATABASE_URL           database of the operations service
  AUDIT_SIGNING_KEY      its audit key, a JSON Web Key
  AUDIT_ACCEPTED_KEYS    the public keys before it, if it was rotated
  AUDIT_CHECKPOINT_FILE, AUDIT_CHECKPOINT_DIR, AUDIT_CHECKPOINT_S3_…  checkpoints outside the database, if any
  NATS_URL, EVENTS_COMMAND_PASSWORD  access to the services as user ${commandUser}; without them, no comparison
`;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    checkpoint: { type: 'boolean' },
    wait: { type: 'string', default: '30' },
    key: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});

if (options.help) console.log(help.trimEnd());
else {
  const command = commandOf(positionals);
  if (!command) console.error(help.trimEnd());
  process.exitCode = command ? 0 : 2;
  await command?.().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}

function commandOf([name, file, ...more]: string[]): (() => Promise<void>) | undefined {
  if (more.length > 0) return undefined;
  if (name === 'verify-proof') return file === undefined ? undefined : () => checkProof(file);
  if (file !== undefined) return undefined;
  return name === 'verify' ? verify : name === 'public-key' ? printPublicKey : undefined;
}

async function checkProof(file: string): Promise<void> {
  const verdict = await verifyProof(await readFile(file, 'utf8'), await keyOfProofs());
  if (!verdict.isProved) {
    console.log(`NOT PROVED: ${verdict.fault}.`);
    process.exitCode = 1;
  } else {
    const { position, size, at } = verdict;
    console.log(`Proved: entry ${position} of ${size} is in the log that was signed at ${at}.`);
  }
}

async function keyOfProofs() {
  if (options.key) return checkpointKey(...publicKeysIn(await readFile(options.key, 'utf8')));
  const { AUDIT_SIGNING_KEY, AUDIT_ACCEPTED_KEYS } = readConfig(AuditKeyConfig);
  return checkpointKey(AUDIT_SIGNING_KEY, ...AUDIT_ACCEPTED_KEYS);
}

async function printPublicKey(): Promise<void> {
  const { AUDIT_SIGNING_KEY, AUDIT_ACCEPTED_KEYS: accepted } = readConfig(AuditKeyConfig);
  const { d: _private, ...publicJwk } = AUDIT_SIGNING_KEY;
  console.log(JSON.stringify(accepted.length > 0 ? [publicJwk, ...accepted] : publicJwk));
}

async function verify(): Promise<void> {
  const config = readConfig(AuditConfig);
  const key = await checkpointKey(config.AUDIT_SIGNING_KEY, ...config.AUDIT_ACCEPTED_KEYS);
  const file = await configuredCheckpoints(config);
  await using db = openDb<DB>({ url: config.DATABASE_DIRECT_URL ?? config.DATABASE_URL, max: 1 });
  // Before the places: a checkpoint is in each of them before it is in the database.
  const last = await findLastCheckpoint(db);
  const places = await file.readPlaces();
  const stored = places.flatMap(({ checkpoints }) => checkpoints);
  const verdict = await verifyChain(db, key, stored);
  const incomplete = places.filter(({ checkpoints }) => last && !checkpoints.includes(last.jws));
  const isSigned = verdict.holds && options.checkpoint === true;
  if (isSigned) {
    // Not only a new one: a chain without entries since the last checkpoint gets none.
    if (last) for (const { append } of incomplete) await append(last.jws);
    await makeCheckpoint({ db, now: () => new Date(), key, file }, { force: true });
  }
  console.log(describe(verdict));
  for (const { place } of incomplete) console.log(lacksLast(place, last?.made_at, isSigned));
  const isComplete = await printCounts(db, Number(options.wait) * 1000);
  if (!verdict.holds || (incomplete.length > 0 && !isSigned) || !isComplete) process.exitCode = 1;
}

async function printCounts(db: Db, waitMs: number): Promise<boolean> {
  const { NATS_URL: url, EVENTS_COMMAND_PASSWORD: password } = readConfig(EventsCommandConfig);
  if (!url) {
    console.log('Announced entries: not compared, because NATS_URL is not set.');
    return true;
  }
  await using bus = await openAdminBus({ url, password });
  const announcedBy = async (service: AuditedService) => {
    const response = await sendAdminRequest<{ audited: number }>(bus, service, 'status', {}, 5000);
    return 'answer' in response ? response.answer.audited : undefined;
  };
  const counts = await compareCounts({ db, announcedBy, waitMs });
  console.log(counts.map(describeCount).join('\n'));
  return !counts.some(isIncomplete);
}

function lacksLast(place: string, madeAt: Date | undefined, isAdded: boolean): string {
  const last = `the last one of the database, of ${madeAt?.toISOString()}`;
  if (isAdded) return `Checkpoint was MISSING: ${place} lacked ${last}, and has it now.`;
  return `Checkpoint MISSING: ${place} lacks ${last}. If the place is new, add it with --checkpoint; otherwise restore it and call security.`;
}

function describe(verdict: Verdict): string {
  if (verdict.holds) return `The chain holds. Entries: ${verdict.entries}, checkpoints: ${verdict.checkpoints}.`;
  const rows =
    verdict.upTo && verdict.upTo > verdict.seq ? `rows ${verdict.seq} to ${verdict.upTo}` : `row ${verdict.seq}`;
  return `The chain is BROKEN at ${rows}: ${verdict.fault}.`;
}
