import { multiLine } from '@trust/contracts/values/free-text';
import type { Text } from '@trust/contracts/values/text';
import { z } from 'zod';

/** A claim states none of these. The public card shows them, so they must not contain personal data. */
export const Limitations = z.array(multiLine(1, 500)).max(10);
export const limitationExamples = [
  ['Does not cover high-voltage work.', 'Says nothing of the quality of any single job.'],
];

/** Texts of the catalogue have French. What an operator wrote is repeated as written. */
export function inBothLanguages(texts: readonly string[], french: ReadonlyMap<string, string> = new Map()): Text[] {
  return texts.map((en) => ({ en, fr: french.get(en) ?? en }));
}
