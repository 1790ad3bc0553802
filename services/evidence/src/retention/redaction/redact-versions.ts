import { type SystemCause, systemAudit } from '@trust/service-kit/audit/audit';
import { type App, audit, type Trx } from '../../app.ts';
import { type Redacted, redactVersions } from './queries.ts';

/** Time to place a legal hold on a withdrawn document. */
const retentionDays = 30;

/** The rows stay. A legal hold delays the deletion until it is lifted (docs/domain/evidence.md 33, 34). */
export async function redactDueVersions({ db, store, now }: Pick<App, 'db' | 'store' | 'now'>): Promise<number> {
  const at = now();
  const endedBefore = new Date(at.getTime() - retentionDays * 86_400_000);
  const redacted = await db.transact((trx) => redact(trx, endedBefore, { by: 'schedule', at }));
  // The sweep deletes objects that could not be removed now.
  for (const { objectKey } of redacted) await store.remove(objectKey).catch(() => {});
  return redacted.length;
}

/** `ids`: versions that end now, however short ago they were withdrawn. */
export async function redact(
  trx: Trx,
  endedBefore: Date,
  cause: SystemCause,
  ids: readonly string[] = [],
): Promise<Redacted[]> {
  const redacted = await redactVersions(trx, { endedBefore, at: cause.at, ids });
  for (const { id, stateBefore } of redacted)
    await audit(trx, systemAudit('redactEvidence', cause), {
      objectType: 'evidence_version',
      objectId: id,
      before: { state: stateBefore },
      after: { state: 'redacted' },
    });
  return redacted;
}
