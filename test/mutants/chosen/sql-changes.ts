import type { Change } from './change.ts';

const placeholder = /\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\}/g;
const comment = /--[^\n]*/g;
const quoted = /'[^'\n]*'/g;
// What ends a condition of the same depth.
const ends =
  /^(?:and|or|then|else|order by|group by|limit|for update|for share|returning|union|window|fetch|on conflict|join|left join|loop|as)\b|^[;,]/;

/** Drops each condition, moves each boundary, and lengthens each interval by one. `text`: SQL, with `${…}` if in TypeScript. */
export function sqlChanges(text: string): Change[] {
  const masked = [comment, placeholder, quoted].reduce(
    (rest, what) => rest.replace(what, (found) => '_'.repeat(found.length)),
    text,
  );
  return [...conditions(masked), ...boundaries(masked), ...nullTests(masked), ...intervals(text), ...guards(text)];
}

function conditions(masked: string): Change[] {
  return [...masked.matchAll(/\b(and|or|where|if|when)\b\s+/g)].flatMap(({ 0: found, 1: word, index }) => {
    const before = masked.slice(0, index);
    // Of a range, and of a trigger's events.
    if (/\bbetween\s+\S+\s+$/.test(before) || /^or\s+(?:update|delete)\b/.test(masked.slice(index))) return [];
    const from = index + found.length;
    const end = from + lengthOf(masked.slice(from));
    if (word === 'and' || word === 'or') return [{ start: index, end, replace: '' }];
    if (word === 'where') return [{ start: from, end, replace: 'true' }];
    return /^(?:not )?exists\b/.test(masked.slice(from)) && !/\bthen\b/.test(masked.slice(end, end + 12))
      ? []
      : [{ start: from, end, replace: 'false' }];
  });
}

/** Of the condition that `rest` begins with. */
function lengthOf(rest: string): number {
  let depth = 0;
  for (let at = 0; at < rest.length; at += 1) {
    if (rest[at] === '(') depth += 1;
    if (rest[at] === ')') depth -= 1;
    const isWordStart = at === 0 || /[\s)]/.test(rest[at - 1] ?? '');
    const isEnd =
      at > 0 && depth === 0 && (isWordStart || /[;,]/.test(rest[at] ?? '')) && ends.test(rest.slice(at, at + 12));
    if (depth < 0 || isEnd) return rest.slice(0, at).trimEnd().length;
  }
  return rest.trimEnd().length;
}

const moved: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };

const boundaries = (masked: string): Change[] =>
  [...masked.matchAll(/(?<=\s)(<=?|>=?)(?=\s)/g)].map(({ 1: sign = '', index }) => ({
    start: index,
    end: index + sign.length,
    replace: moved[sign] ?? '',
  }));

const nullTests = (masked: string): Change[] =>
  [...masked.matchAll(/\bis (not )?null\b/g)].map(({ 0: found, 1: not, index }) => ({
    start: index,
    end: index + found.length,
    replace: not ? 'is null' : 'is not null',
  }));

const intervals = (text: string): Change[] =>
  [...text.matchAll(/interval '(\d+) /g)].map(({ 0: found, 1: count = '', index }) => ({
    start: index,
    end: index + found.length,
    replace: `interval '${Number(count) + 1} `,
  }));

const guards = (text: string): Change[] =>
  [
    ...text.matchAll(
      /^(?:call (?:make_immutable|guard_transitions)\(.*\);|alter table \w+ enable always trigger \w+;)$/gm,
    ),
  ].map(({ 0: found, index }) => ({ start: index, end: index + found.length, replace: '' }));
