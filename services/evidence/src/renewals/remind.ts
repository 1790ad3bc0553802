import { notificationRequested } from '@trust/contracts/events/any';
import { evidenceRenewalDue } from '@trust/contracts/events/evidence';
import { emit } from '@trust/service-kit/events/outbox';
import type { App, Trx } from '../app.ts';
import { type Ending, findEnding, insertReminder } from './queries.ts';

const batch = 100;

/**
 * Asks for the renewal of documents whose claims have come to another rung of the ladder, each rung once, whoever else asks at the same
 * time. Where several have passed unnoticed, only the last one is told. Returns how many were due.
 */
export function remindOfRenewals({ db, now }: Pick<App, 'db' | 'now'>): Promise<number> {
  return db.transact(async (trx) => {
    const at = now();
    const ending = await findEnding(trx, at, batch);
    for (const one of ending) if (await insertReminder(trx, one, at)) await ask(trx, one, at);
    return ending.length;
  });
}

async function ask(trx: Trx, one: Ending, at: Date): Promise<void> {
  const about = { categoryKey: one.category_key, requirementKey: one.requirement_key, daysLeft: one.rung };
  await emit(trx, evidenceRenewalDue, {
    ...about,
    claimId: one.claim_id,
    evidenceId: one.evidence_id,
    evidenceVersionId: one.version_id,
    caseId: one.case_id,
    providerId: one.provider_id,
    validUntil: one.valid_until.toISOString(),
    occurredAt: at.toISOString(),
  });
  await emit(trx, notificationRequested.evidence, {
    userId: null,
    providerId: one.provider_id,
    template: 'evidence_renewal_due',
    data: about,
  });
}
