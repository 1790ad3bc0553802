import type { z } from 'zod';
import { patternWords } from './pattern-words.ts';
import { type Language, languages, type Text } from './text.ts';

type Issue = z.core.$ZodIssue;
const maxListedValues = 20;

/** The bounds of strings and arrays are lengths. */
export type Constraint = {
  message?: Text;
  minimum?: number;
  maximum?: number;
  allowed?: (string | number | boolean)[];
};

/** Empty if unknown. Types require `reportInput`. */
export function constraintOf(issue: Issue): Constraint {
  if (issue.code === 'too_big' && issue.inclusive) {
    const maximum = Number(issue.maximum);
    return { message: bound('maximum', maximum, issue.origin), maximum };
  }
  if (issue.code === 'too_small' && issue.inclusive) {
    const minimum = Number(issue.minimum);
    return { message: bound('minimum', minimum, issue.origin), minimum };
  }
  if (issue.code === 'invalid_type') return wrongType(issue.expected, issue.input);
  if (issue.code === 'invalid_format') {
    const example = formatExamples[issue.format];
    return example ? wrongFormat(example) : wrongPattern(issue.pattern);
  }
  const allowed = valuesOf(issue)?.filter((value) =>
    /^(string|number|boolean)$/.test(typeof value),
  ) as Constraint['allowed'];
  if (!allowed) return {};
  const listed = allowed.join(', ');
  const message = { en: `Must be one of: ${listed}.`, fr: `Valeurs possibles : ${listed}.` };
  return { allowed, ...(allowed.length <= maxListedValues && { message }) };
}

/** Of a number in a query, which is text: one message for its form and its bounds. */
export function rangeOf(of: 'number' | 'whole number', minimum: number, maximum: number): Constraint {
  const french = of === 'number' ? 'Un nombre' : 'Un nombre entier';
  const range = (language: Language) => [minimum, maximum].map((one) => new Intl.NumberFormat(language).format(one));
  const message = {
    en: `Must be a ${of} from ${range('en').join(' to ')}.`,
    fr: `${french} de ${range('fr').join(' à ')} attendu.`,
  };
  return { message, minimum, maximum };
}

/** Describes a bound on a number that no schema knows. */
export function maximumOf(maximum: number): Constraint {
  return { message: bound('maximum', maximum, 'number'), maximum };
}

/** True for an unknown value too. */
export function hasDiscriminator({ discriminator, input }: z.core.$ZodIssueInvalidUnion): boolean {
  return discriminator === undefined || (input as Record<string, unknown>)[discriminator] !== undefined;
}

function valuesOf(issue: Issue): readonly unknown[] | undefined {
  if (issue.code === 'invalid_value') return issue.values;
  if (issue.code !== 'invalid_union' || !hasDiscriminator(issue)) return undefined;
  return issue.inclusive === false ? undefined : issue.options;
}

const typeNames: Partial<Record<string, Text>> = {
  string: { en: 'a string', fr: 'une chaîne' },
  number: { en: 'a number', fr: 'un nombre' },
  int: { en: 'an integer', fr: 'un nombre entier' },
  boolean: { en: 'a boolean', fr: 'un booléen' },
  array: { en: 'an array', fr: 'un tableau' },
  object: { en: 'an object', fr: 'un objet' },
  record: { en: 'an object', fr: 'un objet' },
  null: { en: 'null', fr: 'null' },
};

function wrongType(expectedType: string, input: unknown): Constraint {
  const expected = typeNames[expectedType];
  const got = typeNames[input === null ? 'null' : Array.isArray(input) ? 'array' : typeof input];
  if (!expected || !got || expected === got) return {};
  const message = {
    en: `Wrong type: expected ${expected.en}, got ${got.en}.`,
    fr: `Type incorrect : attendu ${expected.fr}, reçu ${got.fr}.`,
  };
  return { message };
}

const formatExamples: Partial<Record<string, string>> = {
  url: 'https://example.com',
  date: '2026-11-03',
  datetime: '2026-11-03T09:30:00.000Z',
  uuid: '019a490a-58b0-7c09-8f6d-3a71e5d2b9c6',
};

function wrongFormat(example: string): Constraint {
  return {
    message: { en: `Wrong format. Example: ${example}.`, fr: `Format incorrect. Exemple : ${example}.` },
  };
}

function wrongPattern(pattern: string | undefined): Constraint {
  const source = pattern?.replace(/^\/(.*)\/[a-z]*$/, '$1');
  const message = patternWords[source ?? ''];
  return message ? { message } : {};
}

type Side = 'minimum' | 'maximum';

const boundTexts: Record<Language, (side: Side, amount: number, number: string, of: string) => string> = {
  en: (side, amount, number, of) => {
    const phrase = side === 'minimum' ? 'at least' : 'at most';
    if (of === 'string') return `Must have ${phrase} ${number} character${amount === 1 ? '' : 's'}.`;
    if (of === 'array') return `Must have ${phrase} ${number} item${amount === 1 ? '' : 's'}.`;
    return `Must be ${phrase} ${number}.`;
  },
  fr: (side, amount, number, of) => {
    const feminine = side === 'minimum' ? 'minimale' : 'maximale';
    const masculine = side === 'minimum' ? 'minimal' : 'maximal';
    if (of === 'string') return `Longueur ${feminine}\u00a0: ${number} caractère${amount > 1 ? 's' : ''}.`;
    if (of === 'array') return `Nombre ${masculine} d’éléments\u00a0: ${number}.`;
    return `Valeur ${feminine}\u00a0: ${number}.`;
  },
};

function bound(side: Side, amount: number, of: string): Text {
  const inLanguage = (language: Language) =>
    boundTexts[language](side, amount, new Intl.NumberFormat(language).format(amount), of);
  return Object.fromEntries(languages.map((language) => [language, inLanguage(language)])) as Text;
}
