import { refusalReasons } from '@trust/contracts/events/evidence';
import type { Language } from '@trust/contracts/text';
import { z } from 'zod';
import { lostAdvice } from '../losses/lost-document.ts';
import { refusalTexts } from './refusals.ts';

const advice = { ...refusalTexts, lost: lostAdvice };
const codes = [...refusalReasons, 'lost'] as const;

/** Why a document that was opened is not taken, or that we have lost it, and what to do about it. */
export const EvidenceRefusal = z
  .object({
    code: z.enum(codes).meta({ 'x-extensible-enum': true }),
    advice: z.string().meta({ examples: ['Print it to a new PDF and upload that.'] }),
  })
  .nullable()
  .meta({ id: 'EvidenceRefusal' });

export function refusalAnswer(refusal: string | null, language: Language) {
  const code = codes.find((reason) => reason === refusal);
  return code ? { code, advice: advice[code][language] } : null;
}
