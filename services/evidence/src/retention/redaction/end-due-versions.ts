import type { App } from '../../app.ts';
import { lockVersionsOfEnded } from '../../items/ended-subjects.ts';
import { endVersions } from './end-versions.ts';

const dayMs = 86_400_000;
/** Of any calendar fifteen working days fit in it (docs/domain/appeal.md 2). */
const appealDays = 30;
/** Twelve months after the last appeal could have begun. */
const endedSubjectDays = appealDays + 365;

/** Documents about a person or premises that the provider no longer has (docs/domain/evidence.md 33). */
export async function endDueVersions({ db, store, now }: Pick<App, 'db' | 'store' | 'now'>): Promise<number> {
  const at = now();
  const before = (days: number) => new Date(at.getTime() - days * dayMs);
  const redacted = await db.transact(async (trx) => {
    const ended = await lockVersionsOfEnded(trx, { endedBefore: before(endedSubjectDays), at });
    const due = ended.filter(({ isHeld, knownAt }) => !isHeld && (knownAt === null || knownAt <= before(appealDays)));
    return endVersions(trx, due, { by: 'schedule', at });
  });
  // The sweep deletes objects that could not be removed now.
  for (const { objectKey } of redacted) await store.remove(objectKey).catch(() => {});
  return redacted.length;
}
