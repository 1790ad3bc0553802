import { refusalReasons } from '@trust/contracts/events/evidence';
import type { Language } from '@trust/contracts/text';
import { z } from 'zod';
import { refusalTexts } from './refusals.ts';

/** Why a document that was opened is not taken, and what to do about it. */
export const EvidenceRefusal = z
  .object({
    code: z.enum(refusalReasons).meta({ 'x-extensible-enum': true }),
    advice: z.string().meta({ examples: ['Print it to a new PDF and upload that.'] }),
  })
  .nullable()
  .meta({ id: 'EvidenceRefusal' });

export function refusalAnswer(refusal: string | null, language: Language) {
  const code = refusalReasons.find((reason) => reason === refusal);
  return code ? { code, advice: refusalTexts[code][language] } : null;
}
