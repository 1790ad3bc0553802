import type { ModerationKind } from '@trust/contracts/events/customers';
import type { z } from 'zod';
import type { Trx } from '../../app.ts';
import { lockProvider } from '../../provider-record/provider-row.ts';
import { findProviderOfName } from '../../registration/display-names/queries.ts';
import { lockDispute } from '../disputes/queries.ts';
import { lockReview } from '../review-record/review-row.ts';
import { findResponse, lockResponse } from '../review-responses/queries.ts';

/** Before its request, as the routes do; a response after its review. Another order could deadlock. */
export async function lockSubject(trx: Trx, kind: z.output<typeof ModerationKind>, id: string): Promise<void> {
  if (kind === 'review') await lockReview(trx, id);
  if (kind === 'dispute') await lockDispute(trx, id);
  const named = kind === 'name' && (await findProviderOfName(trx, id));
  if (named) await lockProvider(trx, named);
  const response = kind === 'review_response' && (await findResponse(trx, id));
  if (!response) return;
  await lockReview(trx, response.review_id);
  await lockResponse(trx, response.review_id);
}
