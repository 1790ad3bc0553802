import { multiLine } from '@trust/contracts/values/free-text';
import { z } from 'zod';

/** A claim states none of these. The public card shows them, so they must not contain personal data. */
export const Limitations = z.array(multiLine(1, 500)).max(10);
export const limitationExamples = [
  ['Does not cover high-voltage work.', 'Says nothing of the quality of any single job.'],
];
