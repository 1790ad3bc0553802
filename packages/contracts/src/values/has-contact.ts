import { hasTelephone } from './telephone.ts';

const email = /[^\s@]@[^\s@.]+\.[^\s@.]|@\p{L}[\p{L}\p{N}_.-]{2}/u;
const spacedEmail = /@ ?[\p{L}\p{N}-]{2,63} ?\. ?(?:com|net|org|fr|eu|io|info|be|ch|lu|de)(?![\p{L}\p{N}])/u;
const spelledAt = /[([{<] ?(?:at|arobase|arroba) ?[)\]}>]|(?<!\p{L})arobase \p{L}/u;
const spelledDot = /[\p{L}\p{N})] [([{]?(?:dot|point)[)\]}]? (?:com|net|org|fr|eu|io|info|biz)(?![\p{L}\p{N}])/u;
const bracketedDot = /[([{<] ?(?:dot|point) ?[)\]}>]/u;
const link = /https?:|www ?\.|\.\p{L}{2,24}\/[^\s/]/u;
/** `fini.Net` is a sentence without its space, so an end of a domain is in lower or in upper case. */
const domain =
  /[\p{L}\p{N}-]{2}\.(?:com|net|org|fr|eu|io|info|biz|pro|app|shop|store|online|site|paris|bzh|alsace|be|ch|lu|de|uk|me|co|tel|xyz|dev|link|page|COM|NET|ORG|FR|EU|BE|CH|LU|DE)(?![\p{L}\p{N}])/u;
/** `Insta: zoe`, `facebook zoe.cleaning`, `snap zoe34`. */
const account =
  /(?<!\p{L})(?:insta|instagram|facebook|fb|messenger|whatsapp|telegram|viber|skype|snap|snapchat|tiktok) ?(?:[:=] ?[\p{L}\p{N}_]{3}|[\p{L}\p{N}]{1,30}[_.][\p{L}\p{N}]|\p{L}{2,30}\p{N})/u;

/** True if the text shows a way to reach somebody: an e-mail address, a telephone number, a link or a handle (P4). */
export function hasContact(text: string): boolean {
  const shown = asRead(text);
  return isContact(shown) || isContact(shown.replaceAll(betweenLetters, ''));
}

/** The spaces of `z o e . f r`. */
const betweenLetters = /(?<=(?:^| )\S) (?=\S(?: |$))/gu;

function isContact(shown: string): boolean {
  const lower = shown.toLowerCase();
  const patterns = [email, spacedEmail, spelledAt, spelledDot, bracketedDot, link, account];
  return domain.test(shown) || patterns.some((pattern) => pattern.test(lower)) || hasTelephone(lower);
}

/** Other forms of the same characters, accents and characters without width must not hide a contact. */
function asRead(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .replaceAll(/\s+/gu, ' ');
}
