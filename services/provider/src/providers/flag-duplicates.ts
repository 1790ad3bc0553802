import { possibleDuplicateFound } from '@trust/contracts/events/provider';
import { emit } from '@trust/service-kit/events/outbox';
import type { Trx } from '../app.ts';
import { type DuplicateReason, findPossibleDuplicates, lockNameAndWebsite } from './possible-duplicates.ts';

type Because = { at: Date; reasons: readonly DuplicateReason[] };

/**
 * Tells of every provider that has something in common with this one since it was written: call it after the write, with what the
 * write may have made common. Nothing is merged and nobody is told who it is.
 */
export async function flagDuplicates(trx: Trx, providerId: string, { at, reasons }: Because): Promise<void> {
  if (reasons.length === 0) return;
  await lockNameAndWebsite(trx, providerId);
  for (const { id, same } of await findPossibleDuplicates(trx, providerId)) {
    if (!same.some((reason) => reasons.includes(reason))) continue;
    await emit(trx, possibleDuplicateFound, { providerId, otherProviderId: id, same, occurredAt: at.toISOString() });
  }
}
