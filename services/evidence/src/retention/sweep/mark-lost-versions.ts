import { notificationRequested } from '@trust/contracts/events/any';
import { evidenceLost } from '@trust/contracts/events/evidence';
import { systemAudit } from '@trust/service-kit/audit/audit';
import type { Log } from '@trust/service-kit/observability/log';
import { instruments } from '@trust/service-kit/observability/meter';
import { emit } from '@trust/service-kit/outbox/outbox';
import { type App, audit, type Trx } from '../../app.ts';
import { announcePhoto } from '../../items/versions/announce-photo.ts';
import { clearMissing } from '../../items/versions/missing-versions.ts';
import { lockMediaOf, recordLostOriginal } from '../../public-media/outcome-of-original.ts';
import { findMissing, type MissingVersion, markLost } from './queries.ts';
import { raiseStoreAlarm } from './store-alarm.ts';
import { isOurStore } from './store-claim.ts';

/** A store may list an object late. What is missing for longer is lost. */
const lostAfterMs = 10 * 60_000;
/** Checked beyond the limit, so that a repaired store is noticed. */
const checkedBeyondLimit = 200;

type LossApp = Pick<App, 'store' | 'db' | 'now' | 'newId' | 'maxStoreMismatches'>;

/** If more than `maxStoreMismatches` are missing, the store is at fault: none is marked (promise U7). */
export async function markLostVersions(app: LossApp, log: Pick<Log, 'error'>): Promise<void> {
  const { store, db, now, maxStoreMismatches } = app;
  const missing: MissingVersion[] = [];
  for (const version of await findMissing(db, maxStoreMismatches + checkedBeyondLimit)) {
    if (await store.has(version.object_key)) await clearMissing(db, version.id);
    else missing.push(version);
  }
  if (missing.length === 0) return;
  if (missing.length > maxStoreMismatches || !(await isOurStore(app))) {
    raiseStoreAlarm(log, missing.length, 'Too many documents missing; none marked lost');
    return;
  }
  const at = now();
  const lost = missing.filter(({ missing_since }) => missing_since.getTime() + lostAfterMs <= at.getTime());
  for (const version of lost) await db.transact((trx) => recordLoss(trx, version, at));
  if (lost.length === 0) return;
  instruments().alarms.add(lost.length, { 'trust.alarm': 'evidence-lost' });
  log.error({ count: lost.length }, 'Documents missing from object store');
}

async function recordLoss(trx: Trx, version: MissingVersion, at: Date): Promise<void> {
  const media = await lockMediaOf(trx, version);
  const stateBefore = await markLost(trx, version.id, at);
  if (!stateBefore) return;
  await audit(trx, systemAudit('loseEvidence', { by: 'schedule', at }), {
    objectType: 'evidence_version',
    objectId: version.id,
    before: { state: stateBefore },
    after: { state: 'lost' },
  });
  if (version.purpose === 'field_work') return announcePhoto(trx, version.id, 'lost', at);
  if (media) return recordLostOriginal(trx, media, at);
  const { case_id: caseId, requirement_key: requirementKey } = version;
  if (!caseId || !requirementKey) return;
  const about = { caseId, requirementKey };
  await emit(trx, evidenceLost, {
    ...about,
    evidenceVersionId: version.id,
    evidenceId: version.evidence_id,
    providerId: version.provider_id,
    occurredAt: at.toISOString(),
  });
  await emit(trx, notificationRequested.evidence, {
    userId: version.uploaded_by,
    providerId: version.provider_id,
    template: 'evidence_lost',
    data: about,
  });
}
