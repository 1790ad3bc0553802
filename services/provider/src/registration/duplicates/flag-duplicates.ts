import { possibleDuplicateFound } from '@trust/contracts/events/provider';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../../app.ts';
import { type DuplicateReason, findPossibleDuplicates, lockNameAndWebsite } from './possible-duplicates.ts';

type Cause = { at: Date; reasons: readonly DuplicateReason[] };

/** Call after the write, with the reasons that it may have created (docs/domain/provider-record.md 37). */
export async function flagDuplicates(trx: Trx, providerId: string, { at, reasons }: Cause): Promise<void> {
  if (reasons.length === 0) return;
  await lockNameAndWebsite(trx, providerId);
  for (const { id, same } of await findPossibleDuplicates(trx, providerId)) {
    if (!same.some((reason) => reasons.includes(reason))) continue;
    await emit(trx, possibleDuplicateFound, { providerId, otherProviderId: id, same, occurredAt: at.toISOString() });
  }
}
