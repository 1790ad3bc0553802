import type { z } from 'zod';
import { type Language, languages, type Text } from '../text.ts';

type Issue = z.core.$ZodIssue;
const mostValues = 20;

/** What would have been taken instead, where one thing is wrong with an input and its schema knows. */
export function allowedInstead([issue, ...others]: readonly Issue[]): Text | undefined {
  if (!issue || issue.input === undefined || others.length > 0) return undefined;
  if (issue.code === 'too_big' && issue.inclusive) return bound('most', Number(issue.maximum), issue.origin);
  if (issue.code === 'too_small' && issue.inclusive) return bound('least', Number(issue.minimum), issue.origin);
  if (issue.code === 'invalid_format') return like(forms[issue.format]);
  const values = valuesOf(issue);
  if (!values || values.length > mostValues) return undefined;
  const listed = values.join(', ');
  return { en: `Allowed here: ${listed}.`, fr: `Valeurs permises : ${listed}.` };
}

/** Whether what has to name its branch of a union does name one, if none that there is. */
export function namesBranch({ discriminator, input }: z.core.$ZodIssueInvalidUnion): boolean {
  return discriminator === undefined || (input as Record<string, unknown>)[discriminator] !== undefined;
}

function valuesOf(issue: Issue): readonly unknown[] | undefined {
  if (issue.code === 'invalid_value') return issue.values;
  if (issue.code !== 'invalid_union' || !namesBranch(issue)) return undefined;
  return issue.inclusive === false ? undefined : issue.options;
}

const forms: Partial<Record<string, string>> = {
  url: 'https://example.com',
  date: '2026-11-03',
  datetime: '2026-11-03T09:30:00.000Z',
};

function like(form: string | undefined): Text | undefined {
  return form === undefined
    ? undefined
    : { en: `Write it like ${form}.`, fr: `Forme attendue, par exemple : ${form}.` };
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
