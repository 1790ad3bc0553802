import { multiLine } from '@trust/contracts/values/free-text';
import { z } from 'zod';

/** What a claim does not state. Shown on the public card, so it must not contain personal data. */
export const Limitations = z.array(multiLine(1, 500)).max(10);
export const limitationExamples = [
  ['Does not cover high-voltage work.', 'Says nothing of the quality of any single job.'],
];
