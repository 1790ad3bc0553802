import { createHash } from 'node:crypto';
import { codesOf, type ProblemSlug, problemCatalogue } from '@trust/contracts/problems/problem';
import { joinTexts, type Text } from '@trust/contracts/values/text';
import type { ValueMeaning, ValueMeanings } from '@trust/contracts/values/value-list';

type ValueText = { label: Text; help?: Text };
type ProblemText = ValueText & { codes: Record<string, ValueText> };
export type CatalogTexts = {
  version: string;
  lists: Record<string, Record<string, ValueText>>;
  problems: Record<string, ProblemText>;
};

/** Collects the lists of values that the contract names. A list that several schemas use has one text for a value. */
export class TextLists {
  readonly #lists = new Map<string, Map<string, ValueText>>();

  readonly add = (name: string, values: ValueMeanings): void => {
    const list = this.#lists.get(name) ?? new Map<string, ValueText>();
    this.#lists.set(name, list);
    for (const [value, meaning] of Object.entries(values)) {
      const text = textOf(meaning);
      const known = list.get(value);
      if (known && JSON.stringify(known) !== JSON.stringify(text))
        throw new Error(`${name}.${value} has two texts. Give one of the two lists another name.`);
      list.set(value, text);
    }
  };

  /** The version changes with any text, and with nothing else. */
  document(): CatalogTexts {
    const lists = Object.fromEntries(sorted(this.#lists).map(([name, values]) => [name, Object.fromEntries(values)]));
    const problems = Object.fromEntries(Object.keys(problemCatalogue).sort().map(problemText));
    const digest = createHash('sha256').update(JSON.stringify({ lists, problems })).digest('hex');
    return { version: digest.slice(0, 12), lists, problems };
  }
}

function textOf({ en, fr, means }: ValueMeaning): ValueText {
  const isHelp = typeof means !== 'string' && means.en !== en;
  return { label: { en, fr }, ...(isHelp && { help: { en: means.en, fr: means.fr } }) };
}

function problemText(slug: string): [string, ProblemText] {
  const { title, when, remedy } = problemCatalogue[slug as ProblemSlug];
  const codes = Object.entries(codesOf(slug as ProblemSlug)).map(([code, label]) => [code, { label }]);
  return [slug, { label: title, help: joinTexts(when, remedy), codes: Object.fromEntries(codes) }];
}

function sorted<Value>(map: ReadonlyMap<string, Value>): [string, Value][] {
  return [...map].sort(([one], [other]) => (one < other ? -1 : 1));
}
