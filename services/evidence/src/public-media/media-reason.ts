import { refusalReasons } from '@trust/contracts/events/evidence';
import { mediaRejectionCodes, mediaRejections } from '@trust/contracts/reasons/media-reasons';
import type { Language, Text } from '@trust/contracts/text';
import { malwareAdvice, refusalTexts } from '../items/versions/refusals.ts';

const unreadable: Record<'malware' | 'unscannable' | 'lost', Text> = {
  malware: malwareAdvice,
  unscannable: {
    en: 'The file could not be scanned. Upload it again.',
    fr: 'Le fichier n’a pas pu être analysé. Envoyez-le de nouveau.',
  },
  lost: {
    en: 'The file was lost from storage. Upload it again.',
    fr: 'Le fichier a été perdu dans le stockage. Envoyez-le de nouveau.',
  },
};
const advice: Record<string, Text> = { ...refusalTexts, ...unreadable, ...mediaRejections };

export const mediaReasonCodes = [
  ...refusalReasons,
  ...(Object.keys(unreadable) as (keyof typeof unreadable)[]),
  ...mediaRejectionCodes,
] as const;

export function mediaReason(reason: string | null, language: Language) {
  const code = mediaReasonCodes.find((one) => one === reason);
  return code ? { code, advice: advice[code]?.[language] ?? '' } : null;
}
