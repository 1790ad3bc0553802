import type { z } from 'zod';
import type { Db } from '../../app.ts';
import { boundsOf } from './month.ts';
import { countCases, countServiceLevels, findSeparationBreaches } from './queries.ts';
import type { MeasureName, Report, ReportKind } from './schema.ts';
import { isExposed, shown, suppressRow } from './suppress.ts';

type Body = z.input<typeof Report>;
type Table = Pick<Body, 'columns' | 'rows' | 'findings'>;

export async function readReport(db: Db, report: ReportKind, month: string): Promise<Body> {
  return { report, month, ...(await tables[report](db, boundsOf(month))) };
}

/** Measures that disclose a suppressed count when the shown cells of a report are subtracted from them. */
export async function exposingMeasures(
  db: Db,
  month: string,
  measures: Readonly<Record<MeasureName, number>>,
): Promise<ReadonlySet<MeasureName>> {
  const exposing = new Set<MeasureName>();
  const { columns, rows } = await readReport(db, 'cases', month);
  for (const [name, column] of [
    ['cases_opened', 'opened'],
    ['decisions', 'decided'],
  ] as const) {
    const cells = rows.map((row) => row.cells[columns.indexOf(column)] ?? null);
    const rest = cells.reduce<number>((left, cell) => left - (cell ?? 0), measures[name]);
    if (isExposed(cells.filter((cell) => cell === null).length, rest)) exposing.add(name);
  }
  const levels = await readReport(db, 'service_levels', month);
  if (levels.rows.some(({ key, cells }) => key === 'field_work' && cells[0] === null))
    exposing.add('field_visits_accepted');
  return exposing;
}

type Period = ReturnType<typeof boundsOf>;
const outcomes = ['verified', 'verified_with_limitations', 'not_verified', 'inconclusive'] as const;

const tables: Record<ReportKind, (db: Db, period: Period) => Promise<Table>> = {
  /** No row adds up the categories; `exposingMeasures` hides measures that do. */
  async cases(db, period) {
    const columns = ['opened', 'decided', ...outcomes];
    const rows = (await countCases(db, period)).map(({ category, opened, ...counts }) => {
      const cells = { opened: shown(opened), ...suppressRow(counts, { parts: outcomes, total: 'decided' }) };
      return { key: category, cells: columns.map((column) => cells[column as keyof typeof cells] ?? null) };
    });
    return { columns, rows, findings: [] };
  },
  async service_levels(db, period) {
    const rows = (await countServiceLevels(db, period)).map(({ kind, ...counts }) => {
      const { ended, on_time, late } = suppressRow(counts, { parts: ['on_time', 'late'], total: 'ended' });
      return { key: kind, cells: [ended, on_time, late] };
    });
    return { columns: ['ended', 'on_time', 'late'], rows, findings: [] };
  },
  /** Not suppressed: it counts acts of operators, and a single breach must show. */
  async separation_of_duties(db, period) {
    const found = await findSeparationBreaches(db, period);
    return {
      columns: ['examined', 'breaches'],
      rows: found.map(({ rule, examined, findings }) => ({ key: rule, cells: [examined, findings.length] })),
      findings: found.flatMap(({ findings }) =>
        findings.map(({ rule, object_type, object_id, actor_id }) => ({
          rule,
          objectType: object_type,
          objectId: object_id,
          actorId: actor_id,
        })),
      ),
    };
  },
};
