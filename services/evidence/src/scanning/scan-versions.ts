import { setTimeout as delay } from 'node:timers/promises';
import { notificationRequested } from '@trust/contracts/events/any';
import { evidenceAvailable, evidenceRejected } from '@trust/contracts/events/evidence';
import { emit } from '@trust/service-kit/outbox';
import type { App, Trx } from '../app.ts';
import type { Examination } from '../examination/examiner.ts';
import { noteMissing } from '../losses/queries.ts';
import { MissingObject } from '../storage/object-store.ts';
import { findDue, type Scannable, type ScanResult, saveScan } from './queries.ts';
import type { Scanner, Verdict } from './scanner.ts';

/** Seconds until a scan that failed is tried again; after the last one the version counts as unscannable for good. */
export const scanRetries = [10, 60, 600, 3600, 21_600];
const scanTimeoutMs = 60_000;
const batch = 20;

/**
 * Scans what is due, and opens what is clean; returns how many versions it looked at. May be ended at any point: a version is due until
 * its result is committed, and a result is taken once, whoever else may have scanned it too.
 */
export async function scanDueVersions(app: App): Promise<number> {
  const { scanner, db, now } = app;
  if (!scanner) return 0;
  const due = await findDue(db, now(), batch);
  for (const version of due) {
    const verdict = await scanVersion(app, scanner, version);
    // Only what is no malware is opened.
    const finding = verdict === 'clean' ? await examineVersion(app, version) : verdict;
    const result = await resultOf(app, version, finding);
    const isTaken = await db.transact((trx) => applyResult(trx, version, result));
    if (!isTaken && result.preview) await app.store.remove(result.preview.objectKey);
  }
  return due.length;
}

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

async function examineVersion({ store, examiner }: App, version: Scannable): Promise<Examination> {
  try {
    const bytes = await store.read(version.object_key);
    return await examiner.examine(bytes, { mediaType: version.media_type, sizeBytes: version.size_bytes });
  } catch {
    return { finding: 'failed' };
  }
}

type Finding = Examination | Exclude<Verdict, 'clean'>;

async function resultOf(app: App, { scan_attempts }: Scannable, found: Finding): Promise<ScanResult> {
  const at = app.now();
  if (found === 'infected') return { state: 'quarantined', nextScanAt: null, at };
  if (found === 'failed' || found.finding === 'failed') {
    const wait = scanRetries[scan_attempts];
    return { state: 'unscannable', nextScanAt: wait === undefined ? null : new Date(at.getTime() + wait * 1000), at };
  }
  if (found.finding === 'refused') return { state: 'refused', refusal: found.refusal, nextScanAt: null, at };
  const { preview } = found;
  const kept = preview && { objectKey: await app.store.save(preview), sizeBytes: preview.length };
  return { state: 'available', preview: kept, nextScanAt: null, at };
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
