import type { Actor } from '@trust/contracts/actor';
import type { ReviewFlagReason } from '@trust/contracts/reasons/moderation-reasons';
import type { Trx } from '../../app.ts';
import { hasStanding } from './queries.ts';

type Flagged = { providerId: string; publishedAt: Date };

/**
 * Whether a flag hides its subject until the decision (promise T10). It must say harmful or illegal, and come from an
 * operator or an earlier customer who has never represented the provider.
 */
export async function mayHide(trx: Trx, actor: Actor, reason: ReviewFlagReason, flagged: Flagged): Promise<boolean> {
  if (reason !== 'harmful' && reason !== 'illegal') return false;
  return hasStanding(trx, {
    ...flagged,
    userId: actor.userId,
    isModerator: actor.permissions.includes('reviews.moderate'),
  });
}
