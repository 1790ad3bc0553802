import { audit, command, type Trx } from '../../app.ts';
import type { TriageFilter } from '../filter.ts';
import { findTriageItems, type TriageRow } from '../items/find-triage-items.ts';
import { itemOf } from '../items/item-view.ts';
import { changeableBy } from '../visibility.ts';
import { TriageNext } from './schema.ts';
import { assertHasRoom, take } from './take.ts';

export const claimNextTriageItem = command(
  {
    method: 'post',
    path: '/operations/triage/next',
    summary: 'Claim the next item',
    description:
      'The most urgent item that you may work on, that nobody has claimed and that is not snoozed. It is claimed for you for 15 minutes: two operators never get the same item. `items` has one item, or none when nothing is left.',
    access: 'operations.triage.read',
    limit: 'privileged-operation',
    responds: { status: 200, body: TriageNext },
    problems: ['state-conflict'],
  },
  async (input, { now, calendar }, trx) => {
    const { userId } = input.actor;
    const at = now();
    await assertHasRoom(trx, userId, at);
    const row = await takeFirst(trx, { visibility: await changeableBy(trx, input.actor, at), calendar, asOf: at });
    await audit(trx, input, {
      objectType: row?.subject_type ?? 'triage',
      objectId: row?.subject_id ?? null,
      reason: 'Takes the most urgent free item of the queue.',
      after: { claimed: row !== undefined },
    });
    return { items: row ? [itemOf(row, { asOf: at, userId })] : [] };
  },
);

const candidates = 25;

/** Each statement sees what other transactions have committed, so a lost race reads the queue again. */
export async function takeFirst(
  trx: Trx,
  filter: Pick<TriageFilter, 'visibility' | 'calendar' | 'asOf'>,
): Promise<TriageRow | undefined> {
  for (;;) {
    const rows = await findTriageItems(trx, { ...filter, isFree: true, snoozed: 'hidden', limit: candidates });
    for (const row of rows) {
      const taken = await take(trx, row, filter.visibility.userId, filter.asOf);
      if (taken) return taken;
    }
    if (rows.length < candidates) return undefined;
  }
}
