import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';

/** `rounds` fixes the number of rounds of a benchmark whose rounds take long. */
export type Bench = { name: string; title: string; rounds?: number; run(report: Report): Promise<void> };

/** Measures one side of a comparison once; returns a rate per second. */
export type Measurement = () => Promise<number>;

type Row = {
  number: string;
  what: string;
  ours: string;
  reference: string;
  ratio: string;
  target: string;
  verdict: string;
};

/** Collects the rows of a benchmark. Compare ratios: figures vary with the machine's load. */
export class Report {
  readonly #rows: Row[] = [];
  readonly #versions: string[];
  readonly rounds: number;

  constructor(rounds: number) {
    this.rounds = rounds;
    const processors = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`;
    this.#versions = [`Node ${process.versions.node}`, processors];
  }

  addVersion(version: string): void {
    if (!this.#versions.includes(version)) this.#versions.push(version);
  }

  /** Alternates both sides, so that a change of load affects both; reports the median ratio. */
  async ratio(row: {
    number: string;
    what: string;
    unit: string;
    /** The target; undefined where the ratio is only reported. */
    atLeast?: number;
    ours: Measurement;
    reference: Measurement;
    /** Runs before each measurement of either side and is not part of it. */
    before?: () => Promise<void>;
    /** Printed after our figure. */
    note?: () => string;
    /** Milliseconds of user and system time so far, of our processes and of the reference's. */
    processorMs?: () => number;
    referenceMs?: () => number;
  }): Promise<void> {
    const rounds: { ours: number; reference: number }[] = [];
    const own = withProcessorTime(row.ours, row.processorMs);
    const other = withProcessorTime(row.reference, row.referenceMs);
    for (let round = 0; round < this.rounds; round++) {
      const isOursFirst = round % 2 === 0;
      await row.before?.();
      const first = await (isOursFirst ? own : other).measure();
      await row.before?.();
      const second = await (isOursFirst ? other : own).measure();
      rounds.push(isOursFirst ? { ours: first, reference: second } : { ours: second, reference: first });
      const { ours, reference } = rounds.at(-1) ?? { ours: Number.NaN, reference: Number.NaN };
      this.#progress(`${row.what}, round ${round + 1}: ${format(ours)} against ${format(reference)} ${row.unit}`);
    }
    const ratios = rounds.map(({ ours, reference }) => ours / reference);
    const byRate = median(ratios);
    const byProcessorTime = other.medianMs() / own.medianMs();
    const ratio = `**${byRate.toFixed(2)}** (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`;
    this.#rows.push({
      number: row.number,
      what: row.what,
      ours: [
        `${format(median(rounds.map(({ ours }) => ours)))} ${row.unit}`,
        ...(row.note ? [row.note()] : []),
        ...own.figures(),
      ].join(', '),
      reference: [`${format(median(rounds.map(({ reference }) => reference)))} ${row.unit}`, ...other.figures()].join(
        ', ',
      ),
      ratio: Number.isNaN(byProcessorTime) ? ratio : `${ratio}, **${byProcessorTime.toFixed(2)}** by CPU`,
      target: row.atLeast === undefined ? '' : `≥ ${row.atLeast.toFixed(2)}`,
      verdict: row.atLeast === undefined ? '' : verdictOf(row.atLeast, byRate, byProcessorTime),
    });
  }

  /** Reports what the benchmark measured itself. `rounds`: the ratio of each round. */
  measured({
    ratio,
    rounds,
    isMet,
    ...row
  }: Omit<Row, 'ratio' | 'verdict'> & { ratio: number; rounds: number[]; isMet: boolean }): void {
    this.#rows.push({
      ...row,
      verdict: yesOrNo(isMet),
      ratio: `**${ratio.toFixed(2)}** (${Math.min(...rounds).toFixed(2)}–${Math.max(...rounds).toFixed(2)})`,
    });
  }

  /** Reports figures without a reference. `measure` returns them in the order of `figures`. */
  async figures(
    figures: { number: string; what: string; unit: string; atMost?: number }[],
    measure: () => Promise<number[]>,
  ): Promise<void> {
    const rounds: number[][] = [];
    for (let round = 0; round < this.rounds; round++) {
      rounds.push(await measure());
      const values = figures.map(({ what, unit }, index) => `${what} ${format(rounds[round]?.[index] ?? 0)} ${unit}`);
      this.#progress(`round ${round + 1}: ${values.join(', ')}`);
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
        verdict: atMost === undefined ? '' : yesOrNo(median(values) <= atMost),
      });
    }
  }

  toMarkdown({ title, name }: Bench): string {
    const lines = this.#rows.map(
      (row) => `| ${[row.number, row.what, row.ours, row.reference, row.ratio, row.target, row.verdict].join(' | ')} |`,
    );
    const conditions = `${this.#versions.join(', ')}; ${new Date().toISOString().slice(0, 10)}`;
    return `## ${title}

\`npm run bench -- ${name}\`, ${this.rounds} rounds, median (range). ${conditions}.

| # | What | Ours | Reference | Ratio | Target | Met |
|---|---|---|---|---|---|---|
${lines.join('\n')}`;
  }

  #progress(line: string): void {
    process.stderr.write(`${line}\n`);
  }
}

/** `figures`: the median processor time per unit of the rate, if it is measured. */
function withProcessorTime(measure: Measurement, used?: () => number) {
  const msEach: number[] = [];
  return {
    async measure() {
      const [started, before] = [performance.now(), used?.() ?? 0];
      const rate = await measure();
      const units = (rate * (performance.now() - started)) / 1000;
      if (used) msEach.push((used() - before) / units);
      return rate;
    },
    medianMs: () => median(msEach),
    figures: () => (used ? [`${processorTime(median(msEach))} CPU each`] : []),
  };
}

function processorTime(ms: number): string {
  return ms < 1 ? `${Math.round(ms * 1000)} µs` : `${ms.toFixed(2)} ms`;
}

/** `byProcessorTime` is NaN if it is not measured of both sides. */
function verdictOf(atLeast: number, byRate: number, byProcessorTime: number): string {
  const isMetByRate = byRate >= atLeast;
  const isMetByProcessorTime = Number.isNaN(byProcessorTime) ? isMetByRate : byProcessorTime >= atLeast;
  if (isMetByRate === isMetByProcessorTime) return yesOrNo(isMetByRate);
  return isMetByRate ? 'by rate only' : 'by CPU only';
}

function yesOrNo(isMet: boolean): string {
  return isMet ? 'yes' : '**no**';
}

/** Writes or replaces the section of a benchmark in the README of its folder. */
export function writeSection(folder: string, name: string, markdown: string): void {
  const page = join(import.meta.dirname, folder, 'README.md');
  const [begin, end] = [`<!-- bench ${name} -->`, `<!-- end of bench ${name} -->`];
  const text = existsSync(page) ? readFileSync(page, 'utf8') : `# ${folder}\n`;
  const section = `${begin}\n${markdown}\n${end}\n`;
  const start = text.indexOf(begin);
  const replaced =
    start < 0 ? `${text}\n${section}` : text.slice(0, start) + section + text.slice(text.indexOf(end) + end.length + 1);
  writeFileSync(page, replaced);
}

/** `share`: 0.99 for the p99. */
export function percentile(values: number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN;
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function format(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en').replaceAll(',', ' ') : value.toFixed(1);
}
