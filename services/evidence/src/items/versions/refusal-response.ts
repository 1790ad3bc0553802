import { refusalReasons } from '@trust/contracts/events/evidence';
import { caseRefusalReasons, caseRefusalTexts } from '@trust/contracts/reasons/case-refusals';
import type { Language } from '@trust/contracts/text';
import { z } from 'zod';
import type { ProcessingState } from '../../db/schema.ts';
import { lostAdvice } from './lost-document.ts';
import { malwareAdvice, refusalTexts } from './refusals.ts';

const advice = { ...refusalTexts, ...caseRefusalTexts, lost: lostAdvice, malware: malwareAdvice };
const codes = [...refusalReasons, ...caseRefusalReasons, 'lost', 'malware'] as const;

export const EvidenceRefusal = z
  .object({
    code: z.enum(codes).describe('Why the document was not accepted.'),
    advice: z
      .string()
      .meta({ examples: ['Print it to a new PDF and upload that.'] })
      .describe('What the representative can do, in the language of the response.'),
  })
  .nullable()
  .meta({ id: 'EvidenceRefusal' });

type Refused = { refusal: string | null; processing: ProcessingState };

export function refusalResponse({ refusal, processing }: Refused, language: Language) {
  const found = refusal ?? (processing === 'quarantined' ? 'malware' : null);
  const code = codes.find((reason) => reason === found);
  return code ? { code, advice: advice[code][language] } : null;
}
