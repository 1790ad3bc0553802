import { type Database, openDb } from '@trust/service-kit/database/db';
import { asProblem } from '@trust/service-kit/http/as-problem';

/** Prints what is wrong and sets the exit status of a wrong use, 2. */
export function fail(message: string): void {
  console.error(message);
  process.exitCode = 2;
}

/** The values of these environment variables; undefined, after `fail`, if one is not set. */
export function readSettings<Name extends string>(...names: Name[]): Record<Name, string> | undefined {
  const missing = names.filter((name) => !process.env[name]);
  if (missing.length === 0) return Object.fromEntries(names.map((name) => [name, process.env[name]])) as never;
  fail(`Not set, and no local stack is running: ${missing.join(', ')}. Set it, or run npm start.`);
  return undefined;
}

/** Runs `work` on the database of the command's service. A problem, such as no connection, is printed by `fail`. */
export async function withDatabase<Tables>(work: (db: Database<Tables>) => Promise<void>): Promise<void> {
  const settings = readSettings('DATABASE_URL');
  if (!settings) return;
  await using db = openDb<Tables>({ url: process.env.DATABASE_DIRECT_URL ?? settings.DATABASE_URL, max: 1 });
  try {
    await work(db);
  } catch (error) {
    const problem = asProblem(error);
    if (!problem) throw error;
    const isAway = problem.slug === 'unavailable';
    fail(
      isAway ? 'Cannot connect to the database. Check that it runs and that DATABASE_URL is right.' : problem.detail.en,
    );
  }
}
