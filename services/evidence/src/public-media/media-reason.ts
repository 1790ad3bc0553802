import { RefusalReason } from '@trust/contracts/events/evidence';
import { MediaRejection, mediaRejections } from '@trust/contracts/reasons/media-reasons';
import type { Language, Text } from '@trust/contracts/values/text';
import { meaningsOf, valueList } from '@trust/contracts/values/value-list';
import type { z } from 'zod';
import { malwareAdvice, refusalTexts } from '../items/versions/refusals.ts';

export const MediaReasonCode = valueList('mediaReasonCode', {
  ...meaningsOf(RefusalReason),
  malware: { en: 'Malware found', fr: 'Logiciel malveillant détecté', means: 'Malware was found.' },
  unscannable: { en: 'Not scanned', fr: 'Non analysée', means: 'The file could not be scanned.' },
  lost: { en: 'Lost', fr: 'Perdue', means: 'The file was lost from storage.' },
  ...meaningsOf(MediaRejection),
});

const advice: Record<z.output<typeof MediaReasonCode>, Text> = {
  ...refusalTexts,
  malware: malwareAdvice,
  unscannable: {
    en: 'The file could not be scanned. Upload it again.',
    fr: 'Le fichier n’a pas pu être analysé. Envoyez-le de nouveau.',
  },
  lost: {
    en: 'The file was lost from storage. Upload it again.',
    fr: 'Le fichier a été perdu dans le stockage. Envoyez-le de nouveau.',
  },
  ...mediaRejections,
};

export function mediaReason(reason: string | null, language: Language) {
  const code = MediaReasonCode.options.find((one) => one === reason);
  return code ? { code, advice: advice[code][language] } : null;
}
