import type { Text } from './text.ts';

/** What a pattern of the contract asks for, in words: people read them in forms. Keys are sources of regular expressions. */
export const patternWords: Readonly<Record<string, Text>> = {
  '^\\d{6}$': { en: 'Must be six digits.', fr: 'Six chiffres attendus.' },
  '^[a-z0-9]+(-[a-z0-9]+)*$': {
    en: 'Must be lower-case letters and digits, in words with hyphens between them, such as electrician or dog-walker.',
    fr: 'Minuscules sans accent et chiffres attendus, en mots séparés par des traits d’union, comme electrician ou dog-walker.',
  },
  '^[a-z][a-z0-9_]{1,63}$': {
    en: 'Must be a lower-case letter, then lower-case letters, digits and underscores: 64 characters at most.',
    fr: 'Une minuscule attendue, puis des minuscules, des chiffres et des tirets bas\u00a0: 64 caractères au plus.',
  },
  '^[A-Z]{2}$': {
    en: 'Must be the two capitals of a country (ISO 3166-1), such as BE.',
    fr: 'Les deux capitales d’un pays attendues (ISO 3166-1), comme BE.',
  },
  '^([01]\\d|2[0-3]):[0-5]\\d$': {
    en: 'Must be a time from 00:00 to 23:59, such as 08:30.',
    fr: 'Une heure de 00:00 à 23:59 attendue, comme 08:30.',
  },
  '^[0-9a-f]{64}$': {
    en: 'Must be a SHA-256: 64 hexadecimal digits in lower case.',
    fr: 'Un SHA-256 attendu\u00a0: 64 chiffres hexadécimaux en minuscules.',
  },
  '^[0-9a-f]{64}\\.webp$': {
    en: 'Must be the name of an image as its `url` has it.',
    fr: 'Le nom d’une image attendu, tel qu’il figure dans son `url`.',
  },
  '^20\\d\\d-(0[1-9]|1[0-2])$': { en: 'Must be a month, such as 2026-11.', fr: 'Un mois attendu, comme 2026-11.' },
  '^[a-z]{2,3}(-[A-Z]{2})?$': {
    en: 'Must be a language, such as fr or pt-BR.',
    fr: 'Une langue attendue, comme fr ou pt-BR.',
  },
  '^[a-z]{2,3}$': { en: 'Must be a language, such as fr.', fr: 'Une langue attendue, comme fr.' },
  '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})?$': {
    en: 'Must be a language, such as fr or pt-BR.',
    fr: 'Une langue attendue, comme fr ou pt-BR.',
  },
  '^[\\w-]{11}$': {
    en: 'Must be the `id` of a suggested place.',
    fr: 'L’`id` d’un lieu proposé attendu.',
  },
  '^[\\w-]{16,128}$': {
    en: 'Must be 16 to 128 letters, digits, hyphens or underscores.',
    fr: 'De 16 à 128 lettres sans accent, chiffres, traits d’union ou tirets bas attendus.',
  },
  '^[\\w-]{1,100}$': {
    en: 'Must be letters, digits, hyphens or underscores: 100 at most.',
    fr: 'Lettres sans accent, chiffres, traits d’union ou tirets bas attendus\u00a0: 100 au plus.',
  },
  '^[\\w-]+$': {
    en: 'Must be base64url, without padding.',
    fr: 'Du base64url attendu, sans remplissage.',
  },
  '^[\\w:-]+$': {
    en: 'Must be letters, digits, colons, hyphens or underscores.',
    fr: 'Lettres sans accent, chiffres, deux-points, traits d’union ou tirets bas attendus.',
  },
};
