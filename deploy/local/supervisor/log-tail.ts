import { existsSync, readFileSync, statSync } from 'node:fs';

const maxTailLines = 15;
const maxCrashLines = 25;

export function logSize(logFile: string): number {
  return existsSync(logFile) ? statSync(logFile).size : 0;
}

export function logTail(logFile: string, offset = 0): string {
  if (!existsSync(logFile)) return `There is no log at ${logFile}.`;
  const lines = readFrom(logFile, offset);
  return [`The end of ${logFile}:`, ...lines.slice(-maxTailLines).map(indent)].join('\n');
}

/** Node's crash report since `offset`, cut at the end because the place is at its beginning. */
export function crashReport(logFile: string, offset: number): string | undefined {
  if (!existsSync(logFile)) return undefined;
  const lines = readFrom(logFile, offset);
  // pino writes what it has buffered as the process exits, so log lines may come after the crash.
  const start = lines.findLastIndex(isCrashLocation);
  if (start < 0) return undefined;
  const length = lines.slice(start).findIndex((line) => line.startsWith('{'));
  const crash = lines.slice(start, length < 0 ? undefined : start + length).filter((line) => line.trim() !== '');
  const excerpt = crash.slice(0, maxCrashLines);
  if (excerpt.length < crash.length) excerpt.push(`… the rest is in ${logFile}`);
  return excerpt.map(indent).join('\n');
}

/** `file:///…/main.ts:12`: the first line that Node prints about an uncaught error. */
export function isCrashLocation(line: string): boolean {
  return /^(file:\/\/)?\/\S+:\d+$/.test(line);
}

function readFrom(logFile: string, offset: number): string[] {
  return readFileSync(logFile).subarray(offset).toString('utf8').trimEnd().split('\n');
}

function indent(line: string): string {
  return `    ${line}`;
}
