import { hasSignOfACheck } from '@trust/contracts/reserved-words/signs-of-a-check';
import { disclosesContact } from '@trust/contracts/values/contact-data';
import { multiLine } from '@trust/contracts/values/free-text';
import type { Text } from '@trust/contracts/values/text';
import { z } from 'zod';

/** The public card shows what no claim states, and nobody changes it afterwards. */
const Limitation = multiLine(1, 500)
  .refine((text) => !disclosesContact(text), { params: { code: 'private_data' } })
  .refine((text) => !hasSignOfACheck(text), { params: { code: 'symbol_not_allowed' } });

export const Limitations = z.array(Limitation).max(10);
export const limitationExamples = [
  ['Does not cover high-voltage work.', 'Says nothing of the quality of any single job.'],
];

/** Texts of the catalogue have French. What an operator wrote is repeated as written. */
export function inBothLanguages(texts: readonly string[], french: ReadonlyMap<string, string> = new Map()): Text[] {
  return texts.map((en) => ({ en, fr: french.get(en) ?? en }));
}
