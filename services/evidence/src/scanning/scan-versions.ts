import { setTimeout as delay } from 'node:timers/promises';
import { notificationRequested } from '@trust/contracts/events/any';
import { evidenceAvailable, evidenceRejected } from '@trust/contracts/events/evidence';
import { emit } from '@trust/service-kit/events/outbox';
import type { App, Trx } from '../app.ts';
import type { Examination } from '../examination/examiner.ts';
import { noteMissing } from '../losses/queries.ts';
import { MissingObject } from '../storage/object-store.ts';
import {
  findDue,
  giveBackTurn,
  keepTurn,
  type Scannable,
  type ScanResult,
  saveScan,
  type Turn,
  takeTurn,
} from './queries.ts';
import type { Scanner, Verdict } from './scanner.ts';
import { afterTimeOut, limitsOf } from './time-budget.ts';

/** Seconds until a scan that failed is tried again; after the last one the version counts as unscannable for good. */
export const scanRetries = [10, 60, 600, 3600, 21_600];
const scanTimeoutMs = 60_000;
// A process that dies leaves its turns to others after this.
const holdMs = 20_000;
const quietMs = 60 * 60_000;

/** Which documents may be taken: for the last free place only those of providers whose documents have not run out of time of late. */
export type Choice = { forLate: boolean; onlyQuiet: boolean };
const anyDocument: Choice = { forLate: true, onlyQuiet: false };

/** The next document, and what is to be done about it. */
export type Taken = { version: Scannable; turn: Turn };

/** Takes the document that is next, fairly between providers; nobody else takes another one of its provider meanwhile. */
export async function takeNext({ db, now, newId }: App, choice: Choice): Promise<Taken | undefined> {
  const at = now();
  const place = { ...choice, quietSince: later(at, -quietMs) };
  const turn = await takeTurn(db, newId(), place, { now: at, until: later(at, holdMs) });
  if (!turn) return undefined;
  const version = await findDue(db, turn, place, at);
  if (version) return { version, turn };
  // Somebody has just come to an end with it.
  await giveBackTurn(db, turn);
}

/**
 * Scans a document and opens it if it is clean. May be ended at any point: it is due until its result is committed, and a
 * result is taken once, whoever else may have scanned it too.
 */
export async function scanTaken(app: App, taken: Taken, stopped?: AbortSignal): Promise<void> {
  const { scanner, db, now } = app;
  const { version, turn } = taken;
  const holding = setInterval(() => void keepTurn(db, turn, later(now(), holdMs)).catch(() => {}), holdMs / 4);
  try {
    const verdict = scanner ? await scanVersion(app, scanner, version) : 'failed';
    // Only what is no malware is opened.
    const finding = verdict === 'clean' ? await examineVersion(app, taken, stopped) : verdict;
    if (stopped?.aborted) return;
    const result = await resultOf(app, version, finding);
    const isTaken = await db.transact((trx) => applyResult(trx, version, result));
    if (!isTaken && result.preview) await app.store.remove(result.preview.objectKey);
  } finally {
    clearInterval(holding);
    await giveBackTurn(db, turn);
  }
}

/** Scans what is due, one after the other; returns how many versions it looked at. */
export async function scanDueVersions(app: App): Promise<number> {
  let count = 0;
  if (!app.scanner) return count;
  for (let taken = await takeNext(app, anyDocument); taken; taken = await takeNext(app, anyDocument)) {
    await scanTaken(app, taken);
    count++;
  }
  return count;
}

const later = (at: Date, ms: number) => new Date(at.getTime() + ms);

async function scanVersion({ store, db, now }: App, scanner: Scanner, { id, object_key }: Scannable): Promise<Verdict> {
  const done = new AbortController();
  try {
    const bytes = await store.read(object_key);
    done.signal.addEventListener('abort', () => bytes.destroy());
    return await Promise.race([
      scanner.scan(bytes),
      delay(scanTimeoutMs, 'failed' as const, { signal: done.signal, ref: false }),
    ]);
  } catch (error) {
    if (error instanceof MissingObject) await noteMissing(db, id, now());
    // Not knowing is not "clean": the version stays unreadable (promise U3).
    return 'failed';
  } finally {
    done.abort();
  }
}

async function examineVersion(
  { store, examiner }: App,
  { version, turn }: Taken,
  stopped?: AbortSignal,
): Promise<Examination> {
  try {
    const bytes = await store.read(version.object_key);
    const about = { mediaType: version.media_type, sizeBytes: version.size_bytes };
    return await examiner.examine(bytes, about, limitsOf(version, turn.is_quiet), stopped);
  } catch {
    return { finding: 'failed' };
  }
}

type Finding = Examination | Exclude<Verdict, 'clean'>;

async function resultOf(app: App, version: Scannable, found: Finding): Promise<ScanResult> {
  const at = app.now();
  const { out_of_time, cpu_ms } = version;
  const ended = { nextScanAt: null, at, used: { out_of_time, cpu_ms } };
  if (found === 'infected') return { ...ended, state: 'quarantined' };
  if (found === 'failed' || found.finding === 'failed') {
    const wait = scanRetries[version.scan_attempts];
    return { ...ended, state: 'unscannable', nextScanAt: wait === undefined ? null : later(at, wait * 1000) };
  }
  if (found.finding === 'out_of_time') {
    const used = { out_of_time: out_of_time + 1, cpu_ms: cpu_ms + found.cpuMs };
    const next = afterTimeOut(used);
    if (next === 'too_complex') return { ...ended, state: 'refused', refusal: 'too_complex', used };
    return next === 'again'
      ? { ...ended, state: version.state, nextScanAt: at, used }
      : { ...ended, state: 'unscannable', used };
  }
  if (found.finding === 'refused') return { ...ended, state: 'refused', refusal: found.refusal };
  const { preview } = found;
  const kept = preview && { objectKey: await app.store.save(preview), sizeBytes: preview.length };
  return { ...ended, state: 'available', preview: kept };
}

/** False if somebody else's result was taken. */
async function applyResult(trx: Trx, version: Scannable, result: ScanResult): Promise<boolean> {
  if (!(await saveScan(trx, version, result))) return false;
  if (result.nextScanAt) return true;
  const about = {
    evidenceVersionId: version.id,
    caseId: version.case_id,
    providerId: version.provider_id,
    requirementKey: version.requirement_key,
    occurredAt: result.at.toISOString(),
  };
  const isClean = result.state === 'available';
  if (isClean) await emit(trx, evidenceAvailable, about);
  else {
    const reason = result.state === 'quarantined' ? 'malware' : 'unscannable';
    await emit(trx, evidenceRejected, { ...about, reason, ...(result.refusal && { refusal: result.refusal }) });
  }
  await emit(trx, notificationRequested.evidence, {
    userId: version.uploaded_by,
    providerId: version.provider_id,
    template: isClean ? 'evidence_available' : 'evidence_rejected',
    data: { caseId: version.case_id, requirementKey: version.requirement_key },
  });
  return true;
}
