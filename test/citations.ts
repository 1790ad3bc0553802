export type Rule = { number: number; text: string };

/** The numbered rules of a page of docs/domain, each as one line. */
export function rulesOf(page: string): Rule[] {
  const found: Rule[] = [];
  let isOpen = false;
  for (const line of page.split('\n')) {
    const [, number, text = ''] = /^(\d+)\. (.*)$/.exec(line) ?? [];
    const last = found.at(-1);
    if (number !== undefined) found.push({ number: Number(number), text });
    else if (isOpen && last && /^ +\S/.test(line)) last.text += ` ${line.trim()}`;
    isOpen = number !== undefined || (isOpen && /^ +\S/.test(line));
  }
  return found;
}

/** `docs/domain/case.md 7, 9` and the link `[case](../domain/case.md) 7, 9` are two citations; a page alone is none. */
export function rulesCitedIn(text: string): string[] {
  const page = /\b(docs\/(?:domain\/[\w-]+|architecture)\.md)`?((?:,? (?:and |or |to )?\d+)+)/g;
  const link = /\]\((?:\.\.\/)*(?:docs\/)?(domain\/[\w-]+\.md|architecture\.md)\)((?:,? (?:and |or |to )?\d+)+)/g;
  return [...pairsOf(text, page), ...pairsOf(text, link).map((cited) => `docs/${cited}`)];
}

/** A page cites `[case](case.md) 7` and, of itself, `rule 7` or `rules 7 and 9`. */
export function rulesCitedInPage(path: string, text: string): string[] {
  const folder = path.slice(0, path.lastIndexOf('/'));
  return [
    ...pairsOf(text, /\]\(([\w-]+\.md)\)((?:,? (?:and |or )?\d+)+)/g).map((cited) => `${folder}/${cited}`),
    ...pairsOf(text, /\b(rules?)((?:,? (?:and |or )?\d+)+)/g).map((cited) => cited.replace(/^rules?/, path)),
  ];
}

function pairsOf(text: string, pattern: RegExp): string[] {
  return [...text.replaceAll(/\s+/g, ' ').matchAll(pattern)].flatMap(([, page = '', list = '']) =>
    numbersOf(list, /\d+/g).map((number) => `${page} ${number}`),
  );
}

/** `ADR 0059`, `ADR 0059 and 0061`, `docs/adr/0059-kinds.md`, and links such as `[0059](0059-kinds.md)`. */
export function adrsCitedIn(text: string): string[] {
  const cited = /\bADRs? (\d{4}(?:(?:,| and|, and) (?:ADR )?\d{4}\b(?!-))*)|\badr\/(\d{4})\b|\]\((\d{4})-[\w-]+\.md/g;
  return [...text.matchAll(cited)].flatMap(([, list, path, link]) => numbersOf(list ?? path ?? link ?? '', /\d{4}/g));
}

/** `promise M4`, `Promises Z3 and Z4`, `promises E2 to E5, E8`. */
export function promisesCitedIn(text: string): string[] {
  return [...text.matchAll(/\b[Pp]romises? ([A-Z]{1,2}\d+(?:(?:,| and| to|, and) [A-Z]{1,2}\d+)*)\b/g)].flatMap(
    ([, list = '']) => numbersOf(list, /[A-Z]{1,2}\d+/g),
  );
}

/** The numbers at the beginning of the titles of tests: `test('M1 M2 neither …`. */
export function promisesOfTitles(text: string): string[] {
  const title = /\btest(?:\.\w+\([^;]*?\))?\(\s*['`]((?:[A-Z]{1,2}\d+ )+)/g;
  return [...text.matchAll(title)].flatMap(([, list = '']) => numbersOf(list, /[A-Z]{1,2}\d+/g));
}

/** A rule of docs/domain names promises by their number alone: `Z3, M1.` after the reason. */
export function promisesOfRule(text: string): string[] {
  const reasons =
    text
      .replaceAll(/`[^`]*`/g, '')
      .split('Why: ')
      .at(-1) ?? '';
  return [...reasons.matchAll(/(?<=[.!?)] |, )([A-Z]{1,2}\d+)(?=[.,;])/g)].map(([, id = '']) => id);
}

function numbersOf(list: string, one: RegExp): string[] {
  return [...list.matchAll(one)].map(([number]) => number);
}
