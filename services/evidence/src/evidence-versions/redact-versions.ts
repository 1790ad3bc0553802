import { type SystemCause, systemAudit } from '@trust/service-kit/audit/audit';
import { type App, audit, type Trx } from '../app.ts';
import { type Redacted, redactVersions } from './queries.ts';

/** How long what is withdrawn can still be put under a legal hold. */
const daysKept = 30;

/**
 * Deletes the bytes of what has been withdrawn, quarantined or refused long enough, and at once those of erased providers; the row stays as
 * a tombstone. What a legal hold keeps has its turn once it is lifted. Returns how many went.
 */
export async function redactDueVersions({ db, store, now }: Pick<App, 'db' | 'store' | 'now'>): Promise<number> {
  const at = now();
  const endedBefore = new Date(at.getTime() - daysKept * 86_400_000);
  const redacted = await db.transact((trx) => redact(trx, endedBefore, { by: 'schedule', at }));
  // What is not reached now belongs to nothing any more, and the sweep of the store deletes it.
  for (const { objectKey } of redacted) await store.remove(objectKey).catch(() => {});
  return redacted.length;
}

/** Makes tombstones of what ended before then, each with its audit entry. */
export async function redact(trx: Trx, endedBefore: Date, cause: SystemCause): Promise<Redacted[]> {
  const redacted = await redactVersions(trx, { endedBefore, at: cause.at });
  for (const { id, was } of redacted)
    await audit(trx, systemAudit('redactEvidence', cause), {
      objectType: 'evidence_version',
      objectId: id,
      before: { state: was },
      after: { state: 'redacted' },
    });
  return redacted;
}
