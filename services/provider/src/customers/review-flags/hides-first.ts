import type { ReviewFlagReason } from '@trust/contracts/reasons/moderation-reasons';

/** Only the first flag hides: new accounts could flag again after each decision to keep the subject hidden. */
export function hidesFirst(reason: ReviewFlagReason, earlier: ReviewFlagReason[]): boolean {
  const hides = (one: ReviewFlagReason) => one === 'harmful' || one === 'illegal';
  return hides(reason) && !earlier.some(hides);
}
