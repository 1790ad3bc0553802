import { z } from 'zod';
import { languages, type Text } from './text.ts';

/**
 * People read the label in their language. Developers read `means`; one that helps people too is in both languages.
 * `GET /catalog/texts` has all of it (docs/adr/0136-texts-of-values.md).
 */
export type ValueMeaning = Text & { means: string | Text };
export type ValueMeanings = Readonly<Record<string, ValueMeaning>>;
export type ValueList<Value extends string> = z.ZodEnum<{ [Each in Value]: Each }>;

/** The schema of a list of values keeps its meanings here. The generator of the contract reads it. */
export const valuesKey = 'x-values';
/** The name of the list, under which the contract names its texts. */
export const textsKey = 'x-texts';

/** An enum whose values are the keys, each with its meaning and label. The name is unique on the platform. */
export function valueList<const Value extends string>(
  name: string,
  meanings: Record<Value, ValueMeaning>,
): ValueList<Value> {
  const values = Object.fromEntries(Object.keys(meanings).map((value) => [value, value]));
  return z.enum(values as { [Each in Value]: Each }).meta({ [valuesKey]: meanings, [textsKey]: name });
}

/** Meanings and labels by value. Throws for an enum that is no list of values. */
export function meaningsOf<Value extends string>(list: ValueList<Value>): Record<Value, ValueMeaning> {
  const meanings = list.meta()?.[valuesKey];
  if (!meanings) throw new Error(`No meanings of ${list.options.join(', ')}. Declare the enum with valueList.`);
  return meanings as Record<Value, ValueMeaning>;
}

/** Some values of a list, with the same meanings. */
export function someOf<Value extends string, const Some extends Value>(
  list: ValueList<Value>,
  values: readonly Some[],
): ValueList<Some> {
  const meanings = meaningsOf(list);
  const some = Object.fromEntries(values.map((value) => [value, meanings[value]])) as Record<Some, ValueMeaning>;
  return valueList(nameOf(list), some);
}

/** A list whose values have a sentence for people. It is the label, and in English the meaning. */
export function textList<const Value extends string>(
  name: string,
  texts: Readonly<Record<Value, Text>>,
): ValueList<Value> {
  const meanings = Object.entries<Text>(texts).map(([value, text]) => [value, { ...text, means: text.en }]);
  return valueList(name, Object.fromEntries(meanings) as Record<Value, ValueMeaning>);
}

/**
 * For `meta` of a text field whose values are those of a list, but which stays open: recorded values may have left
 * the list, or a category file may name others.
 */
export function textsOf<Value extends string>(list: ValueList<Value>) {
  return { [textsKey]: nameOf(list), [valuesKey]: meaningsOf(list) };
}

/** The label of a value, or the value in words if the list does not have it. */
export function labelOf<Value extends string>(list: ValueList<Value>, value: string): Text {
  const meanings: Partial<Record<string, ValueMeaning>> = meaningsOf(list);
  const words = inWords(value);
  const { en = words, fr = words } = (Object.hasOwn(meanings, value) && meanings[value]) || {};
  return { en, fr };
}

function inWords(value: string): string {
  const words = value.replaceAll(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function nameOf<Value extends string>(list: ValueList<Value>): string {
  return String(list.meta()?.[textsKey]);
}

/** The sentence for developers. */
export function meaningText({ means }: { means: string | Text }): string {
  return typeof means === 'string' ? means : means[languages[0]];
}
