import { refusalReasons } from '@trust/contracts/events/evidence';
import { caseRefusalReasons } from '@trust/contracts/events/verification';
import { caseRefusalTexts } from '@trust/contracts/reasons/case-refusals';
import type { Language } from '@trust/contracts/text';
import { z } from 'zod';
import { lostAdvice } from '../losses/lost-document.ts';
import { refusalTexts } from './refusals.ts';

const advice = { ...refusalTexts, ...caseRefusalTexts, lost: lostAdvice };
const codes = [...refusalReasons, ...caseRefusalReasons, 'lost'] as const;

export const EvidenceRefusal = z
  .object({
    code: z.enum(codes),
    advice: z.string().meta({ examples: ['Print it to a new PDF and upload that.'] }),
  })
  .nullable()
  .meta({ id: 'EvidenceRefusal' });

export function refusalResponse(refusal: string | null, language: Language) {
  const code = codes.find((reason) => reason === refusal);
  return code ? { code, advice: advice[code][language] } : null;
}
