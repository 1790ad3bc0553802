import type { Statement } from './recording.ts';

/** A recorded request. `fixtures` maps prepared values to the pgbench expressions for them. */
export type Recording = { statements: Statement[]; fixtures: Record<string, string>; at: Date };

type Pair = [string, string];

const madeToken = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z|[\da-f]{32,}`;
const uuid = /^[\da-f]{8}-/;
const timestamp = /^\d{4}-\d\d-\d\dT/;
const hex = /^[\da-f]{32,}$/;

/**
 * Returns a pgbench script of the statements of a request, from two recordings. A value that is the
 * same in both is a literal. Any other is a fixture, a column of an earlier row, a time, or an id,
 * hash or token that the request made. Throws for a value that is none of these.
 * Expects the pgbench variable `request`, a random number for each transaction.
 */
export function scriptOf(first: Recording, second: Recording, types: string[][]): string {
  return new Translation(first, second).toScript(types);
}

class Translation {
  readonly #recordings: [Recording, Recording];
  /** Values that the request made, by their text in the first recording. */
  readonly #made = new Map<string, { other: string; number: number }>();
  /** Statements whose row later statements use. */
  readonly #used = new Set<number>();

  constructor(first: Recording, second: Recording) {
    const texts = ({ statements }: Recording) => statements.map(({ text }) => text).join('\n');
    if (texts(first) !== texts(second)) throw new Error('Two runs of a request sent different statements.');
    this.#recordings = [first, second];
  }

  toScript(types: string[][]): string {
    const { statements } = this.#recordings[0];
    const translated = statements.map((_, index) => this.#statement(index, types[index] ?? []));
    return translated.map((text, index) => `${text}${this.#used.has(index) ? ` \\gset s${index}_` : ';'}\n`).join('');
  }

  #statement(index: number, types: string[]): string {
    const [first, second] = this.#recordings.map(({ statements }) => statements[index] as Statement) as [
      Statement,
      Statement,
    ];
    if (/(?<!:):\w/.test(first.text)) throw new Error(`pgbench would replace a variable in: ${first.text}`);
    return first.text.trim().replace(/\$(\d+)/g, (_, number) => {
      const at = Number(number) - 1;
      return `(${this.#value(index, first.values[at], second.values[at])})::${types[at]}`;
    });
  }

  #value(index: number, first: unknown, second: unknown): string {
    if (first === null && second === null) return 'null';
    const pair: Pair = [textOf(first), textOf(second)];
    if (pair[0] === pair[1]) return literal(Buffer.isBuffer(first) ? `\\x${pair[0]}` : pair[0]);
    if (first instanceof Date) return this.#time(pair);
    const number = this.#number(index, pair);
    if (number) return number;
    if (!Buffer.isBuffer(first)) return this.#text(index, pair);
    return this.#column(index, pair) ?? `decode(${this.#madeHex(pair)}, 'hex')`;
  }

  /** An earlier integer, or one that differs from it by the same amount in both recordings. */
  #number(index: number, pair: Pair): string | undefined {
    if (!pair.every((text) => /^-?\d{1,15}$/.test(text))) return undefined;
    const differences = (column: Pair) => [Number(pair[0]) - Number(column[0]), Number(pair[1]) - Number(column[1])];
    return this.#earlierColumn(
      index,
      (column) => differences(column)[0] === differences(column)[1],
      (name, column) => `${name} + ${differences(column)[0]}`,
    );
  }

  #text(index: number, [first, second]: Pair): string {
    const [ours, others] = [this.#tokens(first, 0), this.#tokens(second, 1)];
    if (ours.length !== others.length) throw unexplained(first, second);
    const pieces = ours.flatMap((token, at) => {
      const other = others[at] ?? '';
      if (token === other) return token === '' ? [] : [literal(token)];
      return [this.#token(index, [token, other])];
    });
    return pieces.join(' || ');
  }

  /** Splits a text into literals and tokens, in turn. */
  #tokens(text: string, which: 0 | 1): string[] {
    const fixtures = Object.keys(this.#recordings[which].fixtures);
    return text.split(new RegExp(`(${[...fixtures, madeToken].join('|')})`));
  }

  #token(index: number, pair: Pair): string {
    const [first, second] = this.#recordings;
    const fixture = first.fixtures[pair[0]];
    if (fixture && fixture === second.fixtures[pair[1]]) return fixture;
    if (timestamp.test(pair[0]))
      return `to_char(${this.#time(pair)} at time zone 'utc', ${literal('YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')})`;
    const column = this.#made.has(pair[0]) ? undefined : this.#column(index, pair);
    if (column) return column;
    if (uuid.test(pair[0])) return `id_of('made ${this.#madeNumber(pair)} ' || :request)`;
    if (hex.test(pair[0])) return this.#madeHex(pair);
    throw unexplained(...pair);
  }

  #time(pair: Pair): string {
    const [first, second] = this.#recordings;
    const [offset, other] = [Date.parse(pair[0]) - first.at.getTime(), Date.parse(pair[1]) - second.at.getTime()];
    if (offset !== other) throw unexplained(...pair);
    return offset === 0 ? 'now()' : `(now() + interval '${offset} milliseconds')`;
  }

  #madeHex(pair: Pair): string {
    return `rpad('', ${pair[0].length}, md5('made ${this.#madeNumber(pair)} ' || :request))`;
  }

  #madeNumber([first, other]: Pair): number {
    const known = this.#made.get(first) ?? { other, number: this.#made.size + 1 };
    if (known.other !== other) throw unexplained(first, other);
    this.#made.set(first, known);
    return known.number;
  }

  #column(index: number, [first, second]: Pair): string | undefined {
    return this.#earlierColumn(
      index,
      (column) => column[0] === first && column[1] === second,
      (name) => name,
    );
  }

  /** The first column of an earlier single row that matches, as a pgbench variable. */
  #earlierColumn(
    before: number,
    isMatch: (column: Pair) => boolean,
    expression: (name: string, column: Pair) => string,
  ): string | undefined {
    for (let index = 0; index < before; index++) {
      const [row, other] = this.#recordings.map(({ statements }) => onlyRow(statements[index]));
      for (const name of Object.keys(row ?? {})) {
        const column: Pair = [textOf(row?.[name]), textOf(other?.[name])];
        if (!isMatch(column)) continue;
        this.#used.add(index);
        return expression(`:s${index}_${name}`, column);
      }
    }
    return undefined;
  }
}

function onlyRow(statement: Statement | undefined): Record<string, unknown> | undefined {
  return statement?.rows.length === 1 ? statement.rows[0] : undefined;
}

/** Bytes as hex, so that a hash is found again where a text contains it. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Buffer.isBuffer(value)) return value.toString('hex');
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** pgbench replaces `:name` inside of quotes too, so colons are escaped. */
function literal(text: string): string {
  const quoted = text.replaceAll("'", "''");
  if (!quoted.includes(':')) return `'${quoted}'`;
  return `E'${quoted.replaceAll('\\', '\\\\').replaceAll(':', '\\x3A')}'`;
}

function unexplained(first: string, second: string): Error {
  return new Error(
    `The origin of a value is unknown; extend bench/evidence/script.ts. It was ${first}, then ${second}.`,
  );
}
