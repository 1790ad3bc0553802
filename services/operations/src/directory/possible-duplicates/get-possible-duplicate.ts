import { notFound } from '@trust/service-kit/problems/problem';
import type { z } from 'zod';
import { route } from '../../app.ts';
import { ownProviders } from '../../own-providers.ts';
import { type DuplicateRow, findPossibleDuplicate } from './queries.ts';
import { PossibleDuplicate, PossibleDuplicateParams } from './schema.ts';

export const getPossibleDuplicate = route(
  {
    method: 'get',
    path: '/operations/possible-duplicates/{duplicateId}',
    summary: 'Get two providers that are possible duplicates',
    description:
      'The id is that of a `possible_duplicate` subject in the work queue. `GET /providers/{providerId}` shows what the two have in common.',
    access: 'operations.providers.manage',
    params: PossibleDuplicateParams,
    responds: { status: 200, body: PossibleDuplicate },
    problems: ['not-found'],
  },
  async ({ params, actor }, { db }) => {
    const found = await findPossibleDuplicate(db, params.duplicateId, ownProviders(actor));
    if (!found) throw notFound();
    return duplicateView(found);
  },
);

export function duplicateView(row: DuplicateRow): z.input<typeof PossibleDuplicate> {
  return {
    id: row.id,
    state: row.reviewed_at ? 'reviewed' : 'open',
    providers: row.providers,
    same: row.same as z.input<typeof PossibleDuplicate>['same'],
    inQuestionAt: row.in_question_at?.toISOString() ?? null,
    foundAt: row.found_at.toISOString(),
    outcome: row.outcome as z.input<typeof PossibleDuplicate>['outcome'],
    reviewerId: row.reviewer_id,
    reason: row.reason,
    reviewedAt: row.reviewed_at?.toISOString() ?? null,
    earlierReviews: row.earlier.map(({ same, outcome, reviewer_id, reason, reviewed_at }) => ({
      same: same as z.input<typeof PossibleDuplicate>['same'],
      outcome: outcome as 'distinct' | 'duplicate',
      reviewerId: reviewer_id,
      reason,
      reviewedAt: new Date(reviewed_at).toISOString(),
    })),
  };
}
