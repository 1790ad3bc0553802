import type { z } from 'zod';
import { type Language, languages, type Text } from '../text.ts';

type Issue = z.core.$ZodIssue;
const mostValues = 20;

/** What a field accepts: bounds for machines, and a message for people that states them. Of a text or a list the bounds count its length. */
export type Constraint = {
  message?: Text;
  minimum?: number;
  maximum?: number;
  allowed?: (string | number | boolean)[];
};

/** What the field would have accepted, as far as its schema says so. */
export function constraintOf(issue: Issue): Constraint {
  if (issue.code === 'too_big' && issue.inclusive) {
    const maximum = Number(issue.maximum);
    return { message: bound('most', maximum, issue.origin), maximum };
  }
  if (issue.code === 'too_small' && issue.inclusive) {
    const minimum = Number(issue.minimum);
    return { message: bound('least', minimum, issue.origin), minimum };
  }
  if (issue.code === 'invalid_format') return forms[issue.format] ? like(forms[issue.format]) : matching(issue.pattern);
  const allowed = valuesOf(issue)?.filter((value) =>
    /^(string|number|boolean)$/.test(typeof value),
  ) as Constraint['allowed'];
  if (!allowed) return {};
  const listed = allowed.join(', ');
  const message = { en: `Allowed here: ${listed}.`, fr: `Valeurs permises : ${listed}.` };
  return { allowed, ...(allowed.length <= mostValues && { message }) };
}

/** Whether what has to name its branch of a union does name one, if none that there is. */
export function hasDiscriminator({ discriminator, input }: z.core.$ZodIssueInvalidUnion): boolean {
  return discriminator === undefined || (input as Record<string, unknown>)[discriminator] !== undefined;
}

function valuesOf(issue: Issue): readonly unknown[] | undefined {
  if (issue.code === 'invalid_value') return issue.values;
  if (issue.code !== 'invalid_union' || !hasDiscriminator(issue)) return undefined;
  return issue.inclusive === false ? undefined : issue.options;
}

const forms: Partial<Record<string, string>> = {
  url: 'https://example.com',
  date: '2026-11-03',
  datetime: '2026-11-03T09:30:00.000Z',
  uuid: '019a490a-58b0-7c09-8f6d-3a71e5d2b9c6',
};

function like(form: string | undefined): Constraint {
  if (form === undefined) return {};
  return { message: { en: `Write it like ${form}.`, fr: `Forme attendue, par exemple : ${form}.` } };
}

const longestPattern = 60;

/** The pattern as in the contract. A longer one helps nobody who reads it. */
function matching(pattern: string | undefined): Constraint {
  const source = pattern?.replace(/^\/(.*)\/[a-z]*$/, '$1');
  if (!source || source.length > longestPattern) return {};
  return { message: { en: `This has to match ${source}.`, fr: `Forme attendue : ${source}.` } };
}

const words = {
  en: { least: 'Allowed here is at least', most: 'Allowed here is at most' },
  fr: { least: 'Valeur permise : au moins', most: 'Valeur permise : au plus' },
};
const counted: Record<string, Record<Language, [one: string, more: string]>> = {
  string: { en: ['character', 'characters'], fr: ['caractère', 'caractères'] },
  array: { en: ['entry', 'entries'], fr: ['élément', 'éléments'] },
};

/** `of`: what is bounded, as zod names it. */
function bound(side: 'least' | 'most', amount: number, of: string): Text {
  const say = (language: Language) => {
    const unit = counted[of]?.[language][amount === 1 ? 0 : 1];
    const number = new Intl.NumberFormat(language).format(amount);
    return `${[words[language][side], number, unit].filter(Boolean).join(' ')}.`;
  };
  return Object.fromEntries(languages.map((language) => [language, say(language)])) as Text;
}
