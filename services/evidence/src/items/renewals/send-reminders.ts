import { notificationRequested } from '@trust/contracts/events/any';
import { evidenceRenewalDue } from '@trust/contracts/events/evidence';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { App, Trx } from '../../app.ts';
import { type DueReminder, findDueReminders, insertReminder } from './queries.ts';

const batch = 100;

/** Once across replicas; of several missed reminders only the last. Returns how many were due. */
export function sendRenewalReminders({ db, now }: Pick<App, 'db' | 'now'>): Promise<number> {
  return db.transact(async (trx) => {
    const at = now();
    const due = await findDueReminders(trx, at, batch);
    for (const reminder of due) if (await insertReminder(trx, reminder, at)) await announce(trx, reminder, at);
    return due.length;
  });
}

async function announce(trx: Trx, reminder: DueReminder, at: Date): Promise<void> {
  const about = {
    categoryKey: reminder.category_key,
    requirementKey: reminder.requirement_key,
    daysLeft: reminder.days_before,
  };
  await emit(trx, evidenceRenewalDue, {
    ...about,
    claimId: reminder.claim_id,
    evidenceId: reminder.evidence_id,
    evidenceVersionId: reminder.version_id,
    caseId: reminder.case_id,
    providerId: reminder.provider_id,
    validUntil: reminder.valid_until.toISOString(),
    occurredAt: at.toISOString(),
  });
  await emit(trx, notificationRequested.evidence, {
    userId: null,
    providerId: reminder.provider_id,
    template: 'evidence_renewal_due',
    data: { ...about, claimId: reminder.claim_id },
  });
}
