import type { Actor } from '@trust/contracts/actor';
import type { ReviewFlagReason } from '@trust/contracts/reasons/moderation-reasons';
import type { Trx } from '../../app.ts';
import { hasStanding, lockFlagger } from './queries.ts';

type Flagged = { providerId: string; writtenAt: Date };

/**
 * Whether a flag hides its subject until the decision (promise T10). It must say harmful or illegal, and come from an
 * operator or a customer of the day before the text was written, who has never represented the provider.
 */
export async function mayHide(trx: Trx, actor: Actor, reason: ReviewFlagReason, flagged: Flagged): Promise<boolean> {
  if (reason !== 'harmful' && reason !== 'illegal') return false;
  await lockFlagger(trx, actor.userId);
  return hasStanding(trx, {
    ...flagged,
    userId: actor.userId,
    isModerator: actor.permissions.includes('reviews.moderate'),
  });
}
