import { RefusalReason } from '@trust/contracts/events/evidence';
import { CaseRefusalReason, caseRefusalTexts } from '@trust/contracts/reasons/case-refusals';
import type { Language } from '@trust/contracts/values/text';
import { meaningsOf, valueList } from '@trust/contracts/values/value-list';
import { z } from 'zod';
import { lostAdvice } from './lost-document.ts';
import type { ProcessingState } from './processing.ts';
import { malwareAdvice, refusalTexts } from './refusals.ts';

const advice = { ...refusalTexts, ...caseRefusalTexts, lost: lostAdvice, malware: malwareAdvice };

const RefusalCode = valueList('evidenceRefusalCode', {
  ...meaningsOf(RefusalReason),
  ...meaningsOf(CaseRefusalReason),
  lost: { en: 'Lost', fr: 'Perdu', means: 'The file was lost from storage.' },
  malware: { en: 'Malware found', fr: 'Logiciel malveillant détecté', means: 'Malware was found.' },
});

export const EvidenceRefusal = z
  .object({
    code: RefusalCode.describe('Why the document was not accepted.'),
    advice: z.string().meta({
      description: 'What the representative can do, in the language of the response.',
      examples: ['The PDF is encrypted or protected. Print it to a new PDF and upload the new file.'],
    }),
  })
  .nullable()
  .meta({ id: 'EvidenceRefusal' });

type Refused = { refusal: string | null; processing: ProcessingState };

export function refusalResponse({ refusal, processing }: Refused, language: Language) {
  const found = refusal ?? (processing === 'quarantined' ? 'malware' : null);
  const code = RefusalCode.options.find((reason) => reason === found);
  return code ? { code, advice: advice[code][language] } : null;
}
