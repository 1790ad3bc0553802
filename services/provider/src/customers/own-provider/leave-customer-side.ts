import { sql } from 'kysely';
import type { Trx } from '../../app.ts';
import { closeEnquiries } from '../../provider-record/close-enquiries.ts';
import { withdrawRequest } from '../../provider-record/moderation/request-moderation.ts';
import { announceDispute, notifyOfDispute } from '../disputes/dispute-view.ts';
import { type DisputeRow, updateDispute } from '../disputes/queries.ts';
import { transitions as disputeTransitions } from '../disputes/states.ts';
import type { ReviewRow } from '../review-record/review-row.ts';
import { transitions as reviewTransitions } from '../review-record/states.ts';
import { endReview } from '../reviews/end-review.ts';

type Parties = { providerId: string; userId: string };

/**
 * Whoever comes to represent a provider is no longer its customer (docs/domain/enquiry.md 28). Reports stay: they are not shown.
 * Call with the provider locked. Reviews, disputes, enquiries: the order of an erasure.
 */
export async function leaveCustomerSide(trx: Trx, { providerId, userId }: Parties, at: Date): Promise<void> {
  const reviews = await sql<ReviewRow>`select * from review
    where author_id = ${userId} and provider_id = ${providerId} order by id for update`.execute(trx);
  for (const row of reviews.rows) {
    if (reviewTransitions[row.state].includes('withdrawn')) await endReview(trx, row, at);
    // The appeal of one that operators ended.
    else await withdrawRequest(trx, row.id, at);
  }
  const disputes = await sql<DisputeRow>`select * from dispute
    where customer_id = ${userId} and provider_id = ${providerId} order by id for update`.execute(trx);
  for (const row of disputes.rows) await endDispute(trx, row, at);
  await closeEnquiries(trx, { providerId, customerId: userId, endedBy: 'customer' }, at);
}

async function endDispute(trx: Trx, row: DisputeRow, at: Date): Promise<void> {
  await withdrawRequest(trx, row.id, at);
  if (!disputeTransitions[row.state].includes('withdrawn')) return;
  await updateDispute(trx, row.id, { state: 'withdrawn', ended_at: at });
  await announceDispute(trx, { ...row, state: 'withdrawn' }, at);
  await notifyOfDispute(trx, row, 'provider', 'dispute_withdrawn');
}
