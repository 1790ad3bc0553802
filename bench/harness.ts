import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';

/** One benchmark: measures and tells its report. `rounds` where one round takes so long that their number is fixed. */
export type Bench = { name: string; title: string; rounds?: number; run(report: Report): Promise<void> };

/** Does the thing once; returns how much of it a second. */
export type Side = () => Promise<number>;

type Row = {
  number: string;
  what: string;
  ours: string;
  reference: string;
  ratio: string;
  target: string;
  /** Undefined where there is no target. */
  met: boolean | undefined;
};

/** Collects the rows of a benchmark. A ratio counts, an absolute figure only guides: machines differ, and this one from minute to minute. */
export class Report {
  readonly #rows: Row[] = [];
  readonly #versions: string[];
  readonly #rounds: number;

  constructor(rounds: number) {
    this.#rounds = rounds;
    this.#versions = [`Node ${process.versions.node}`, `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`];
  }

  addVersion(version: string): void {
    this.#versions.push(version);
  }

  /** Runs both sides in turns, so that a change of the machine hits both; the ratio is that of the medians of the rounds. */
  async ratio(row: {
    number: string;
    what: string;
    unit: string;
    /** Undefined for what is only told. */
    atLeast?: number;
    ours: Side;
    reference: Side;
    /** Told after our figure, once all rounds are done. */
    note?: () => string;
  }): Promise<void> {
    const rounds: { ours: number; reference: number }[] = [];
    for (let round = 0; round < this.#rounds; round++) {
      const isOursFirst = round % 2 === 0;
      const first = await (isOursFirst ? row.ours : row.reference)();
      const second = await (isOursFirst ? row.reference : row.ours)();
      rounds.push(isOursFirst ? { ours: first, reference: second } : { ours: second, reference: first });
      this.#progress(
        `${row.what}, round ${round + 1}: ${format(rounds.at(-1)?.ours ?? 0)} to ${format(rounds.at(-1)?.reference ?? 0)} ${row.unit}`,
      );
    }
    const ratios = rounds.map(({ ours, reference }) => ours / reference);
    this.#rows.push({
      number: row.number,
      what: row.what,
      ours: [`${format(median(rounds.map(({ ours }) => ours)))} ${row.unit}`, ...(row.note ? [row.note()] : [])].join(
        ', ',
      ),
      reference: `${format(median(rounds.map(({ reference }) => reference)))} ${row.unit}`,
      ratio: `**${median(ratios).toFixed(2)}** (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`,
      target: row.atLeast === undefined ? '' : `≥ ${row.atLeast.toFixed(2)}`,
      met: row.atLeast === undefined ? undefined : median(ratios) >= row.atLeast,
    });
  }

  /** Figures that have nothing to be compared with, each with the most that it may be. `measure` returns them in the order of `figures`. */
  async figures(
    figures: { number: string; what: string; unit: string; atMost?: number }[],
    measure: () => Promise<number[]>,
  ): Promise<void> {
    const rounds: number[][] = [];
    for (let round = 0; round < this.#rounds; round++) {
      rounds.push(await measure());
      this.#progress(
        `round ${round + 1}: ${figures.map(({ what, unit }, index) => `${what} ${format(rounds[round]?.[index] ?? 0)} ${unit}`).join(', ')}`,
      );
    }
    for (const [index, { number, what, unit, atMost }] of figures.entries()) {
      const values = rounds.map((round) => round[index] ?? Number.NaN);
      this.#rows.push({
        number,
        what,
        ours: `**${format(median(values))}** (${format(Math.min(...values))}–${format(Math.max(...values))}) ${unit}`,
        reference: '',
        ratio: '',
        target: atMost === undefined ? '' : `≤ ${atMost} ${unit}`,
        met: atMost === undefined ? undefined : median(values) <= atMost,
      });
    }
  }

  /** The table, as Markdown. */
  toMarkdown({ title, name }: Bench): string {
    const lines = this.#rows.map(
      (row) =>
        `| ${[row.number, row.what, row.ours, row.reference, row.ratio, row.target, verdict(row)].join(' | ')} |`,
    );
    return `## ${title}

\`npm run bench -- ${name}\`, ${this.#rounds} rounds, median (range). ${this.#versions.join(', ')}; ${new Date().toISOString().slice(0, 10)}.

| # | What | Ours | Reference | Ratio | Target | Met |
|---|---|---|---|---|---|---|
${lines.join('\n')}`;
  }

  #progress(line: string): void {
    process.stderr.write(`${line}\n`);
  }
}

function verdict({ met }: Row): string {
  if (met === undefined) return '';
  return met ? 'yes' : '**no**';
}

const page = join(import.meta.dirname, '../docs/performance.md');
const introduction = `# Performance, measured

Each section is written by its benchmark. Ratios against a reference measured in the same run count; absolute figures wander with the machine.
`;

/** Writes a benchmark's section of docs/performance.md, or replaces the one that is there. */
export function writeSection(name: string, markdown: string): void {
  const [begin, end] = [`<!-- bench ${name} -->`, `<!-- end of bench ${name} -->`];
  const text = existsSync(page) ? readFileSync(page, 'utf8') : introduction;
  const section = `${begin}\n${markdown}\n${end}\n`;
  const start = text.indexOf(begin);
  const replaced =
    start < 0 ? `${text}\n${section}` : text.slice(0, start) + section + text.slice(text.indexOf(end) + end.length + 1);
  writeFileSync(page, replaced);
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function format(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en').replaceAll(',', ' ') : value.toFixed(1);
}
