import { possibleDuplicateFound } from '@trust/contracts/events/provider';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { App, Trx } from '../../app.ts';
import {
  type DuplicateReason,
  findOpenDuplicates,
  findPossibleDuplicates,
  lockNameAndWebsite,
  type PossibleDuplicate,
  wasInQuestion,
} from './possible-duplicates.ts';

type Finder = Pick<App, 'names' | 'now'>;
type Cause = { at: Date; reasons: readonly DuplicateReason[] };

/** Call after the write, with the reasons that it may have created (docs/domain/provider-record.md 37). */
export async function flagDuplicates(trx: Trx, app: Finder, providerId: string, { at, reasons }: Cause): Promise<void> {
  if (reasons.length === 0) return;
  await lockNameAndWebsite(trx, providerId);
  const found = await findPossibleDuplicates(trx, app, providerId);
  const caused = found.filter(({ same }) => same.some((reason) => reasons.includes(reason)));
  await announceDuplicates(trx, providerId, caused, at);
}

/** Call after the contacts of somebody who represents it changed, or those of an erased person came to be compared. */
export async function flagErased(trx: Trx, app: Finder, providerId: string): Promise<void> {
  const found = await findPossibleDuplicates(trx, app, providerId);
  const ofErased = found.filter((one) => one.has_hashes);
  await announceDuplicates(trx, providerId, ofErased, app.now());
}

export async function announceDuplicates(
  trx: Trx,
  providerId: string,
  found: readonly PossibleDuplicate[],
  at: Date,
): Promise<void> {
  for (const one of found)
    await emit(trx, possibleDuplicateFound, { providerId, ...otherOf(one), occurredAt: at.toISOString() });
}

/** Call with what was found before the provider closed: operators keep the pair in sight while the other one is open. */
export async function flagClosed(trx: Trx, { id, found, at }: Closed): Promise<void> {
  if (!(await wasInQuestion(trx, id))) return;
  const open = found.filter(({ state }) => state !== 'closed');
  await announceClosed(trx, { id, found: open, at });
}

/** Call after a complaint about a provider: who closed before it is compared with the open ones too. */
export async function flagComplaint(trx: Trx, app: Pick<App, 'now'>, id: string): Promise<void> {
  const found = await findOpenDuplicates(trx, app, id);
  if (found.length > 0 && (await wasInQuestion(trx, id))) await announceClosed(trx, { id, found, at: app.now() });
}

type Closed = { id: string; found: readonly PossibleDuplicate[]; at: Date };

async function announceClosed(trx: Trx, { id, found, at }: Closed): Promise<void> {
  for (const { id: providerId, ...one } of found) {
    const closed = otherOf({ ...one, id, state: 'closed' });
    await emit(trx, possibleDuplicateFound, { providerId, ...closed, occurredAt: at.toISOString() });
  }
}

type Other = Pick<PossibleDuplicate, 'id' | 'same' | 'state' | 'in_question_at'>;

export function otherOf({ id, same, state, in_question_at: inQuestionAt }: Other) {
  return {
    otherProviderId: id,
    same,
    ...(state === 'closed' && { otherIsClosed: true }),
    ...(inQuestionAt && { inQuestionAt: inQuestionAt.toISOString() }),
  };
}
