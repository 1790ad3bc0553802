import { z } from 'zod';
import type { Text } from './text.ts';

/** Developers read `means`; people read the label in their language. */
export type ValueMeaning = Text & { means: string };
export type ValueMeanings = Readonly<Record<string, ValueMeaning>>;
export type ValueList<Value extends string> = z.ZodEnum<{ [Each in Value]: Each }>;

/** The schema of a list of values keeps its meanings here. The generator of the contract reads it. */
export const valuesKey = 'x-values';

/** An enum whose values are the keys, each with its meaning and label. */
export function valueList<const Value extends string>(meanings: Record<Value, ValueMeaning>): ValueList<Value> {
  const values = Object.fromEntries(Object.keys(meanings).map((value) => [value, value]));
  return z.enum(values as { [Each in Value]: Each }).meta({ [valuesKey]: meanings });
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
  return valueList(Object.fromEntries(values.map((value) => [value, meanings[value]])) as Record<Some, ValueMeaning>);
}

/** A list whose values have a sentence for people. It is the label, and in English the meaning. */
export function textList<const Value extends string>(texts: Readonly<Record<Value, Text>>): ValueList<Value> {
  const meanings = Object.entries<Text>(texts).map(([value, text]) => [value, { ...text, means: text.en }]);
  return valueList(Object.fromEntries(meanings) as Record<Value, ValueMeaning>);
}
