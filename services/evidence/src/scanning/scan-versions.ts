import { setTimeout as delay } from 'node:timers/promises';
import { notificationRequested } from '@trust/contracts/events/any';
import { evidenceAvailable, evidenceRejected } from '@trust/contracts/events/evidence';
import { emit } from '@trust/service-kit/outbox';
import type { App, Trx } from '../app.ts';
import { findDue, type Scannable, type ScanResult, saveScan } from './queries.ts';
import type { Scanner, Verdict } from './scanner.ts';

/** Seconds until a scan that failed is tried again; after the last one the version counts as unscannable for good. */
export const scanRetries = [10, 60, 600, 3600, 21_600];
const scanTimeoutMs = 60_000;
const batch = 20;

/**
 * Scans what is due; returns how many versions it looked at. May be ended at any point: a version is due until its result is
 * committed, and a result is taken once, whoever else may have scanned it too.
 */
export async function scanDueVersions(app: App): Promise<number> {
  const { scanner, db, now } = app;
  if (!scanner) return 0;
  const due = await findDue(db, now(), batch);
  for (const version of due) {
    const verdict = await scanVersion(app, scanner, version);
    await db.transact((trx) => applyVerdict(trx, version, verdict, now()));
  }
  return due.length;
}

async function scanVersion({ store }: App, scanner: Scanner, { object_key }: Scannable): Promise<Verdict> {
  const done = new AbortController();
  try {
    const bytes = await store.read(object_key);
    done.signal.addEventListener('abort', () => bytes.destroy());
    return await Promise.race([
      scanner.scan(bytes),
      delay(scanTimeoutMs, 'failed' as const, { signal: done.signal, ref: false }),
    ]);
  } catch {
    // Not knowing is not "clean": the version stays unreadable (promise U3).
    return 'failed';
  } finally {
    done.abort();
  }
}

async function applyVerdict(trx: Trx, version: Scannable, verdict: Verdict, at: Date): Promise<void> {
  const result = resultOf(version, verdict, at);
  if (!(await saveScan(trx, version, result))) return;
  if (result.nextScanAt) return;
  const about = {
    evidenceVersionId: version.id,
    caseId: version.case_id,
    providerId: version.provider_id,
    requirementKey: version.requirement_key,
    at: at.toISOString(),
  };
  const isClean = result.state === 'available';
  if (isClean) await emit(trx, evidenceAvailable, about);
  else
    await emit(trx, evidenceRejected, { ...about, reason: result.state === 'quarantined' ? 'malware' : 'unscannable' });
  await emit(trx, notificationRequested.evidence, {
    userId: version.uploaded_by,
    providerId: version.provider_id,
    template: isClean ? 'evidence_available' : 'evidence_rejected',
    data: { caseId: version.case_id, requirementKey: version.requirement_key },
  });
}

function resultOf({ scan_attempts }: Scannable, verdict: Verdict, at: Date): ScanResult {
  if (verdict === 'clean') return { state: 'available', nextScanAt: null, at };
  if (verdict === 'infected') return { state: 'quarantined', nextScanAt: null, at };
  const wait = scanRetries[scan_attempts];
  return { state: 'unscannable', nextScanAt: wait === undefined ? null : new Date(at.getTime() + wait * 1000), at };
}
