import { decisionReasons } from '@trust/contracts/reasons/decision-reasons';

/** Decisions may have codes that were removed, so their schema is a string and its text lists the codes of today. */
export const decisionReasonList = Object.entries(decisionReasons)
  .map(([code, { en }]) => `- \`${code}\`: ${en}`)
  .join('\n');
