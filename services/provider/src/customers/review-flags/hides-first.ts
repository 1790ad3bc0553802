import type { ReviewFlagReason } from '@trust/contracts/reasons/moderation-reasons';

/** Whether a flag hides its subject until the decision. Only the first: new accounts could hide it again after each decision to keep it. */
export function hidesFirst(reason: ReviewFlagReason, earlier: ReviewFlagReason[]): boolean {
  const hides = (one: ReviewFlagReason) => one === 'harmful' || one === 'illegal';
  return hides(reason) && !earlier.some(hides);
}
