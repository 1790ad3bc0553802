import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The time of a platform whose history is being made (ADR 0140). It goes forward, up to the present. */
const clockFile = (dataDir: string) => join(dataDir, 'clock');

/** The file that services follow; undefined if their time is the machine's. */
export function followedClock(dataDir: string): string | undefined {
  return existsSync(clockFile(dataDir)) ? clockFile(dataDir) : undefined;
}

/** How long a history is; its last day is today. */
export const historyDays = 366;

/** Undefined at the present. */
export function readClock(dataDir: string): Date | undefined {
  const file = followedClock(dataDir);
  if (file === undefined) return undefined;
  return new Date(Date.now() + Number(readFileSync(file, 'utf8')));
}

/** Before the platform starts: what exists already would be younger than its own past. */
export function beginHistory(dataDir: string, at: Date): void {
  if (existsSync(join(dataDir, 'postgres')))
    throw new Error('A history begins on an empty platform. Add --reset, or set DATA_DIR to an empty folder.');
  write(dataDir, at);
}

/** From `at` on the time runs as usual. A later time than the machine's is the present. */
export function moveClock(dataDir: string, at: Date): void {
  const now = readClock(dataDir);
  if (now === undefined) throw new Error('The platform lives at the present. Start it with `npm start -- --world`.');
  if (at < now) throw new Error(`The clock stands at ${now.toISOString()} and cannot go back to ${at.toISOString()}.`);
  if (at.getTime() < Date.now()) write(dataDir, at);
  else endHistory(dataDir);
}

export function endHistory(dataDir: string): void {
  rmSync(clockFile(dataDir), { force: true });
}

/** Readers see the old time or the new one, never a part of a number. */
function write(dataDir: string, at: Date): void {
  const written = `${clockFile(dataDir)}.new`;
  writeFileSync(written, String(at.getTime() - Date.now()));
  renameSync(written, clockFile(dataDir));
}
