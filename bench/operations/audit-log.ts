import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { Database } from '@trust/service-kit/database/db';
import { canonicalJson } from '@trust/service-kit/http/input';
import type pg from 'pg';
import { checkpointKey } from '../../services/operations/src/audit/checkpoints/checkpoint-key.ts';
import { type EntryPosition, findEntries } from '../../services/operations/src/audit/entries/find-entries.ts';
import { appendEntries } from '../../services/operations/src/audit/entries/queries.ts';
import { verifyChain } from '../../services/operations/src/audit/verification/verify-chain.ts';
import type { DB } from '../../services/operations/src/db/schema.ts';
import type { Report } from '../harness.ts';
import { treeMs } from '../proc.ts';
import { eachAtOnce } from './each-at-once.ts';

const verified = 20_000;
const deep = 900_000;
const shallow = 1000;
const pages = 4000;
const pageSize = 50;

/** The speed of the verifier on a real chain; then pages of a long log, whose added entries have no hashes. */
export async function measureAuditLog(report: Report, db: Database<DB>, owner: pg.Client): Promise<void> {
  await appendChain(db);
  const { privateKey } = generateKeyPairSync('ed25519');
  const key = await checkpointKey(privateKey.export({ format: 'jwk' }) as Record<string, string>);
  await report.figures(
    [{ number: '', what: `verifying a chain of ${verified} entries`, unit: 'entries/s' }],
    async () => {
      const started = performance.now();
      const verdict = await verifyChain(db, key, []);
      if (!verdict.holds) throw new Error(`The chain does not hold: ${verdict.fault}.`);
      return [verdict.entries / ((performance.now() - started) / 1000)];
    },
  );
  await fillLog(owner);
  const page = async (depth: number) => {
    const { rows } = await owner.query<{ at: Date; seq: string }>(
      'select occurred_at as at, seq from audit_entry order by occurred_at desc, seq desc offset $1 limit 1',
      [depth],
    );
    const entry = rows[0];
    if (!entry) throw new Error(`The log has fewer than ${depth} entries.`);
    return () => pagesPerSecond(db, [entry.at.toISOString(), entry.seq]);
  };
  const [ours, reference] = [await page(deep), await page(shallow)];
  await reference();
  await report.ratio({
    number: '11',
    what: `audit page at depth ${deep} / at depth ${shallow}, its query`,
    unit: 'pages/s',
    atLeast: 0.9,
    ours,
    reference,
    processorMs: treeMs,
    referenceMs: treeMs,
  });
}

async function pagesPerSecond(db: Database<DB>, after: EntryPosition): Promise<number> {
  const started = performance.now();
  const list = Array.from({ length: pages }, () => after);
  await eachAtOnce(list, async (position) => {
    const rows = await findEntries(db, {}, { after: position, limit: pageSize + 1 });
    if (rows.length <= pageSize) throw new Error('A page is not full.');
  });
  return pages / ((performance.now() - started) / 1000);
}

async function appendChain(db: Database<DB>): Promise<void> {
  const start = Date.now();
  for (let done = 0; done < verified; done += 1000) {
    const entries = Array.from({ length: 1000 }, (_, n) =>
      canonicalJson({
        ...{ occurredAt: new Date(start + done + n).toISOString(), actorId: randomUUID(), sessionId: randomUUID() },
        ...{ permission: 'provider.profile.manage', action: 'patchProfile', objectType: 'provider' },
        ...{ objectId: randomUUID(), outcome: 'done', reason: null, before: {}, after: { changed: true } },
        ...{ requestId: randomUUID(), policyVersion: '2026-11', eventId: randomUUID(), service: 'provider' },
      }),
    );
    await db.transact((trx) => appendEntries(trx, entries));
  }
}

/** The trigger that hashes is off: one entry after the other, a million would take minutes. */
async function fillLog(owner: pg.Client): Promise<void> {
  process.stderr.write(`filling the audit log up to depth ${deep}\n`);
  await owner.query('alter table audit_entry disable trigger user');
  await owner.query(`
    insert into audit_entry (seq, entry, previous_hash, entry_hash)
    select n, json_build_object('occurredAt', to_char(now() at time zone 'utc' + n * interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'actorId', gen_random_uuid(), 'action', 'patchProfile', 'objectType', 'provider', 'objectId', gen_random_uuid(),
      'outcome', 'done', 'requestId', gen_random_uuid(), 'eventId', gen_random_uuid(), 'service', 'provider')::text,
      hash, hash
    from generate_series(${verified + 1}::int, ${deep + 2 * shallow}::int) n, (select decode(repeat('00', 32), 'hex') as hash) zero`);
  await owner.query('vacuum analyze audit_entry');
}
