import { setTimeout as delay } from 'node:timers/promises';
import { notificationRequested } from '@trust/contracts/events/any';
import { evidenceAvailable, evidenceRejected } from '@trust/contracts/events/evidence';
import { withConsumerSpan } from '@trust/service-kit/observability/telemetry';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { App, Trx } from '../app.ts';
import type { Examination } from '../examiner.ts';
import { announcePhoto } from '../items/versions/announce-photo.ts';
import { markMissing } from '../items/versions/missing-versions.ts';
import { MissingObject } from '../object-store.ts';
import { lockMediaOf, recordExamination, saveRenditions } from '../public-media/outcome-of-original.ts';
import type { Scanner, Verdict } from '../scanner.ts';
import {
  extendTurn,
  findDueVersion,
  releaseTurn,
  type Scannable,
  type ScanResult,
  type ScanTurn,
  type SlotRules,
  saveScan,
  takeTurn,
} from './queries.ts';
import { outcomeOfTimeout, timeLimits } from './time-budget.ts';

/** Seconds before each retry; after the last one the version stays unscannable. */
export const scanRetries = [10, 60, 600, 3600, 21_600];
const scanTimeoutMs = 60_000;
// The turns of a process that died are free after this time.
const holdMs = 20_000;
const quietAfterMs = 60 * 60_000;

export type SlotChoice = Omit<SlotRules, 'quietSince'>;
const anyDocument: SlotChoice = { acceptsTimedOut: true, quietOnly: false };

export type ScanJob = { version: Scannable; turn: ScanTurn };

/** The turn of its provider is locked until the job ends. */
export async function takeNextJob({ db, now, newId }: App, choice: SlotChoice): Promise<ScanJob | undefined> {
  const at = now();
  const slot = { ...choice, quietSince: addMs(at, -quietAfterMs) };
  const turn = await takeTurn(db, newId(), slot, { now: at, until: addMs(at, holdMs) });
  if (!turn) return undefined;
  const version = await findDueVersion(db, turn, slot, at);
  if (version) return { version, turn };
  // Another process has just finished the provider's last document.
  await releaseTurn(db, turn);
}

/** The first scan continues the trace of the confirmation; later ones link to it. */
export function runScanJob(app: App, job: ScanJob, stopped?: AbortSignal): Promise<void> {
  const { traceparent, scan_attempts } = job.version;
  const causes = traceparent === null ? [] : [{ traceparent }];
  const span = { name: 'scan document', causes, isFirst: scan_attempts === 0 };
  return withConsumerSpan(span, () => scan(app, job, stopped));
}

/** May be stopped at any point: the document is due until its one result is committed. */
async function scan(app: App, job: ScanJob, stopped?: AbortSignal): Promise<void> {
  const { scanner, db, now } = app;
  const { version, turn } = job;
  const extending = setInterval(() => void extendTurn(db, turn, addMs(now(), holdMs)).catch(() => {}), holdMs / 4);
  try {
    const verdict = scanner ? await scanVersion(app, scanner, version) : 'failed';
    if (verdict === 'failed' && (await scanner?.isTrusted?.()) === false) return;
    const finding = verdict === 'clean' ? await examineVersion(app, job, stopped) : verdict;
    if (stopped?.aborted) return;
    const result = await resultOf(app, version, finding);
    const isSaved = await db.transact((trx) => applyResult(trx, version, result));
    if (isSaved) return;
    const unused = [...(result.preview ? [result.preview] : []), ...(result.renditions ?? [])];
    for (const { objectKey } of unused) await app.store.remove(objectKey);
  } finally {
    clearInterval(extending);
    await releaseTurn(db, turn);
  }
}

export async function scanDueVersions(app: App): Promise<number> {
  let count = 0;
  if (!app.scanner) return count;
  for (let job = await takeNextJob(app, anyDocument); job; job = await takeNextJob(app, anyDocument)) {
    await runScanJob(app, job);
    count++;
  }
  return count;
}

const addMs = (at: Date, ms: number) => new Date(at.getTime() + ms);

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
    if (error instanceof MissingObject) await markMissing(db, id, now());
    // Any error keeps the version unreadable (promise U3).
    return 'failed';
  } finally {
    done.abort();
  }
}

async function examineVersion(
  { store, examiner }: App,
  { version, turn }: ScanJob,
  stopped?: AbortSignal,
): Promise<Examination> {
  try {
    const bytes = await store.read(version.object_key);
    const { media_type: mediaType, size_bytes: sizeBytes } = version;
    const about = { mediaType, sizeBytes, isPublic: version.purpose === 'public_media' };
    return await examiner.examine(bytes, about, timeLimits(version, turn.is_quiet), stopped);
  } catch {
    return { finding: 'failed' };
  }
}

type Outcome = Examination | Exclude<Verdict, 'clean'>;

async function resultOf(app: App, version: Scannable, found: Outcome): Promise<ScanResult> {
  const at = app.now();
  const { out_of_time, cpu_ms } = version;
  const unchanged = { nextScanAt: null, at, used: { out_of_time, cpu_ms } };
  if (found === 'infected') return { ...unchanged, state: 'quarantined' };
  if (found === 'failed' || found.finding === 'failed') {
    const wait = scanRetries[version.scan_attempts];
    return { ...unchanged, state: 'unscannable', nextScanAt: wait === undefined ? null : addMs(at, wait * 1000) };
  }
  if (found.finding === 'out_of_time') {
    const used = { out_of_time: out_of_time + 1, cpu_ms: cpu_ms + found.cpuMs };
    const next = outcomeOfTimeout(used);
    if (next === 'too_complex') return { ...unchanged, state: 'refused', refusal: 'too_complex', used };
    return next === 'again'
      ? { ...unchanged, state: version.state, nextScanAt: at, used }
      : { ...unchanged, state: 'unscannable', used };
  }
  if (found.finding === 'refused') return { ...unchanged, state: 'refused', refusal: found.refusal };
  const { preview, renditions } = found;
  if (version.purpose === 'public_media')
    return { ...unchanged, state: 'available', renditions: await saveRenditions(app, renditions) };
  const saved = preview && {
    objectKey: await app.store.save(preview.bytes),
    sizeBytes: preview.bytes.length,
    isLegible: preview.isLegible,
  };
  return { ...unchanged, state: 'available', preview: saved };
}

async function applyResult(trx: Trx, version: Scannable, result: ScanResult): Promise<boolean> {
  const media = await lockMediaOf(trx, version);
  if (!(await saveScan(trx, version, result))) return false;
  if (result.nextScanAt) return true;
  const isAvailable = result.state === 'available';
  if (version.purpose === 'field_work') {
    await announcePhoto(trx, version.id, isAvailable ? 'available' : 'rejected', result.at);
    return true;
  }
  if (media) {
    await recordExamination(trx, media, result);
    return true;
  }
  const { case_id: caseId, requirement_key: requirementKey } = version;
  if (!caseId || !requirementKey) throw new Error(`Evidence version ${version.id} has no case.`);
  const about = {
    evidenceVersionId: version.id,
    caseId,
    providerId: version.provider_id,
    requirementKey,
    occurredAt: result.at.toISOString(),
  };
  if (isAvailable) await emit(trx, evidenceAvailable, about);
  else {
    const reason = result.state === 'quarantined' ? 'malware' : 'unscannable';
    await emit(trx, evidenceRejected, { ...about, reason, ...(result.refusal && { refusal: result.refusal }) });
  }
  await emit(trx, notificationRequested.evidence, {
    userId: version.uploaded_by,
    providerId: version.provider_id,
    template: isAvailable ? 'evidence_available' : 'evidence_rejected',
    data: { caseId, requirementKey },
  });
  return true;
}
