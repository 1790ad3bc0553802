import { styleText } from 'node:util';
import type { RequestSummary } from './request-summary.ts';
import type { Waterfall, WaterfallRow } from './waterfall.ts';

type Style = 'red' | 'yellow' | 'dim' | 'bold';
/** `isColored` is false for a pipe; `columns` of the terminal. */
export type Output = { isColored: boolean; columns: number };

export function terminalOutput({ isTTY, columns = 140 }: Partial<typeof process.stdout> = process.stdout): Output {
  return { isColored: Boolean(isTTY) && !process.env.NO_COLOR, columns: Math.max(columns, 80) };
}

const barColumns = 24;
const serviceColumns = 13;

export function formatWaterfall({ summary, rows, isCut }: Waterfall, output: Output): string {
  const { requestId, traceId, at, ms, totalMs, services } = summary;
  const nameColumns = output.columns - barColumns - serviceColumns - 24;
  const lines = [
    formatSummary(summary, output),
    paint(output, 'dim', `trace ${traceId}${requestId ? `  request ${requestId}` : ''}  ${new Date(at).toISOString()}`),
    `${duration(ms)} until the response, ${duration(totalMs)} until the last consumer; ${services.length} services, ${rows.length} spans`,
    '',
    paint(
      output,
      'dim',
      `${'start'.padStart(9)} ${'duration'.padStart(9)}  ${'service'.padEnd(serviceColumns)}operation`,
    ),
    ...rows.map((row) => formatRow(row, { totalMs, nameColumns, output })),
    ...(isCut ? ['The trace has more spans than the receiver keeps.'] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function formatRow(
  row: WaterfallRow,
  { totalMs, nameColumns, output }: { totalMs: number; nameColumns: number; output: Output },
): string {
  const { depth, service, offset, ms, isError, status, waited } = row;
  const notes = [
    ...(row.isLinked ? ['delivered again:'] : []),
    row.name.replaceAll(/\s+/g, ' ').trim(),
    ...(status ? [status] : []),
    ...(waited === undefined ? [] : [`(waited ${duration(waited)})`]),
  ].join(' ');
  const name = toWidth(`${'  '.repeat(Math.min(depth, 12))}${notes}`, nameColumns);
  const line = `${duration(offset).padStart(9)} ${duration(ms).padStart(9)}  ${toWidth(service, serviceColumns)}${name} ${bar(row, totalMs)}`;
  return isError ? paint(output, 'red', line) : line;
}

function bar({ offset, ms }: WaterfallRow, totalMs: number): string {
  const scale = totalMs > 0 ? barColumns / totalMs : 0;
  const start = Math.min(barColumns - 1, Math.max(0, Math.floor(offset * scale)));
  const length = Math.max(1, Math.min(barColumns - start, Math.round(ms * scale)));
  return `|${' '.repeat(start)}${'█'.repeat(length)}${' '.repeat(barColumns - start - length)}|`;
}

/** One line, with the request id at the end: `npm run trace` takes it. */
export function formatSummary(summary: RequestSummary, output: Output): string {
  const { at, status, ms, name, errors, requestId, traceId } = summary;
  const style = (status ?? 0) >= 500 || errors > 0 ? 'red' : (status ?? 0) >= 400 ? 'yellow' : undefined;
  const clock = new Date(at).toISOString().slice(11, 23);
  const failed = errors > 0 ? `  ${errors} failed ${errors === 1 ? 'span' : 'spans'}` : '';
  const line = `${clock}  ${String(status ?? '–').padStart(3)} ${duration(ms).padStart(9)}  ${name}${failed}  ${requestId ?? traceId}`;
  return style ? paint(output, style, line) : line;
}

function paint({ isColored }: Output, style: Style, text: string): string {
  return isColored ? styleText(style, text, { validateStream: false }) : text;
}

function duration(ms: number): string {
  return ms >= 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${ms.toFixed(ms < 100 ? 1 : 0)} ms`;
}

function toWidth(text: string, columns: number): string {
  return text.length > columns ? `${text.slice(0, columns - 1)}…` : text.padEnd(columns);
}
