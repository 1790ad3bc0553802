import { notificationRequested } from '@trust/contracts/events/any';
import { evidenceLost } from '@trust/contracts/events/evidence';
import { systemAudit } from '@trust/service-kit/audit/audit';
import { emit } from '@trust/service-kit/events/outbox';
import type { Log } from '@trust/service-kit/observability/log';
import { instruments } from '@trust/service-kit/observability/meter';
import { type App, audit, type Trx } from '../app.ts';
import { storeAlarm } from '../storage/store-alarm.ts';
import { isOurStore } from '../storage/store-claim.ts';
import { findMissing, loseVersion, type Missing, noteFound } from './queries.ts';

/** A store may know an object late, or not for a while; one that it does not know after that is gone. */
const askedAgainAfterMs = 10 * 60_000;
/** Of more than are believed some are asked as well: a store that is mended shows. */
const askedBeyond = 200;

type Losing = Pick<App, 'store' | 'db' | 'now' | 'newId' | 'lossesBelieved'>;

/**
 * Asks again for what the store did not have, and gives up what it has not had for ten minutes: the version can be read no more, and its
 * provider is asked for the document again. Many at once are a store that is not right, of which nothing is believed (promise U7).
 */
export async function declareLosses(app: Losing, log: Pick<Log, 'error'>): Promise<void> {
  const { store, db, now, lossesBelieved } = app;
  const gone: Missing[] = [];
  for (const one of await findMissing(db, lossesBelieved + askedBeyond)) {
    if (await store.has(one.object_key)) await noteFound(db, one.id);
    else gone.push(one);
  }
  if (gone.length === 0) return;
  if (gone.length > lossesBelieved || !(await isOurStore(app))) {
    storeAlarm(log, gone.length, 'documents are missing in the store, and too many to be believed: none is given up');
    return;
  }
  const at = now();
  const due = gone.filter(({ missing_since }) => missing_since.getTime() + askedAgainAfterMs <= at.getTime());
  for (const one of due) await db.transact((trx) => lose(trx, one, at));
  if (due.length === 0) return;
  instruments().alarms.add(due.length, { 'trust.alarm': 'evidence-lost' });
  log.error({ count: due.length }, 'documents are lost: the store has them no more, and not by our doing');
}

async function lose(trx: Trx, one: Missing, at: Date): Promise<void> {
  const was = await loseVersion(trx, one.id, at);
  if (!was) return;
  await audit(trx, systemAudit('loseEvidence', { by: 'schedule', at }), {
    objectType: 'evidence_version',
    objectId: one.id,
    before: { state: was },
    after: { state: 'lost' },
  });
  const about = { caseId: one.case_id, requirementKey: one.requirement_key };
  await emit(trx, evidenceLost, {
    ...about,
    evidenceVersionId: one.id,
    evidenceId: one.evidence_id,
    providerId: one.provider_id,
    occurredAt: at.toISOString(),
  });
  await emit(trx, notificationRequested.evidence, {
    userId: one.uploaded_by,
    providerId: one.provider_id,
    template: 'evidence_lost',
    data: about,
  });
}
