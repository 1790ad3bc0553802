import type { Language } from '@trust/contracts/values/text';
import { type Channel, type CodeTemplate, textOf } from './text.ts';

const segmentLength = 160;

/** An SMS ends with an origin-bound code, unless that needs a second segment (GSM-7). */
export function codeText(
  channel: Channel,
  language: Language,
  { code, host, template = 'one_time_code' }: { code: string; host: string; template?: CodeTemplate },
): string {
  const text = textOf(template, language, { code });
  const boundText = `${text}\n@${host} #${code}`;
  return channel === 'sms' && boundText.length <= segmentLength ? boundText : text;
}
