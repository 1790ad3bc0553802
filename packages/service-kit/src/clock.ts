import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { type RawBuilder, sql } from 'kysely';

type Environment = Record<string, string | undefined>;

/** A process has one time, as its machine. */
let clockFile: string | undefined;

/** Milliseconds to add to the machine's time: 0, and less only in a history of development (ADR 0140). */
export function clockShift(): number {
  return clockFile === undefined ? 0 : readShift(clockFile);
}

export function platformNow(): Date {
  return new Date(Date.now() + clockShift());
}

/** The platform's time by the clock of Postgres, for what replicas compare with each other. */
export function databaseNow(): RawBuilder<Date> {
  const shift = clockShift();
  return shift === 0 ? sql`clock_timestamp()` : sql`(clock_timestamp() + ${shift}::float8 * interval '1 millisecond')`;
}

const pollMs = 50;

/** Calls `onMove` after each move. Without the setting, the time is the machine's. */
export function followClock(environment: Environment = process.env, onMove: () => void = () => {}): Disposable {
  const { DEVELOPMENT_CLOCK_FILE: file } = environment;
  const fault = clockFault(environment);
  if (fault) throw new Error(fault);
  if (file === undefined) return { [Symbol.dispose]() {} };
  clockFile = file;
  watchFile(file, { interval: pollMs }, onMove);
  return {
    [Symbol.dispose]() {
      clockFile = undefined;
      unwatchFile(file, onMove);
    },
  };
}

/** Why a process must not start with these settings. */
export function clockFault({ DEVELOPMENT_CLOCK_FILE, TRUST_MODE }: Environment): string | undefined {
  if (DEVELOPMENT_CLOCK_FILE === undefined || TRUST_MODE === 'development') return undefined;
  return 'DEVELOPMENT_CLOCK_FILE: is for development. Production has the time of its machine';
}

/** Without the file, the history has reached the present. */
function readShift(file: string): number {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
  const shift = Number(text);
  // A later time than the machine's would outlive the history: the database refuses claims of the future.
  if (!(shift <= 0)) throw new Error(`${file} must hold milliseconds of 0 or less.`);
  return shift;
}
