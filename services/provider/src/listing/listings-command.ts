import { parseArgs } from 'node:util';
import { fail, withDatabase } from '@trust/service-admin/command';
import type { Database } from '@trust/service-kit/database/db';
import { z } from 'zod';
import type { DB } from '../db/schema.ts';
import { type Rebuilt, rebuildListings } from './rebuild-listings.ts';

const usage = `Rebuilds what public search reads, from the profiles, locations, services and claims of the providers.

  npm run listings -- rebuild                        corrects the listings of all providers, 200 at a time
  npm run listings -- rebuild --after <provider id>  continues after that provider

Search responds meanwhile: every listing is there before and after its correction. Writes to a provider wait while its
batch is corrected. Ctrl+C ends after the current batch and prints the command that continues.
The command uses the provider service's DATABASE_URL, by default that of the local stack.`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { help: { type: 'boolean', short: 'h' }, after: { type: 'string' } },
});
const unknown = Object.keys(values).find((name) => name !== 'help' && name !== 'after');
const [action, ...rest] = positionals;

if (unknown) fail(`Unknown option: ${unknown}.\n\n${usage}`);
else if (action === undefined || values.help) console.log(usage);
else if (action !== 'rebuild' || rest.length > 0) fail(`Unknown command: ${positionals.join(' ')}.\n\n${usage}`);
else if (values.after !== undefined && !z.uuid().safeParse(values.after).success)
  fail('--after needs the id of a provider, as the interrupted command printed it.');
else await withDatabase<DB>((db) => rebuild(db, values.after as string | undefined));

async function rebuild(db: Database<DB>, after: string | undefined): Promise<void> {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => interrupted.abort());
  let done: Rebuilt | undefined;
  try {
    const { count } = await db
      .selectFrom('provider')
      .select((one) => one.fn.countAll<string>().as('count'))
      .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
      .executeTakeFirstOrThrow();
    let shown = 0;
    for await (done of rebuildListings(db, after)) {
      if (interrupted.signal.aborted) return interrupt(done);
      if (performance.now() - shown > 1000) console.log(`${done.providers} of ${count} providers, ${changesOf(done)}`);
      else continue;
      shown = performance.now();
    }
    console.log(`Done: ${done?.providers ?? 0} providers, ${changesOf(done)}.`);
  } catch (error) {
    if (done) console.error(continueAfter(done));
    throw error;
  }
}

function interrupt(done: Rebuilt): void {
  console.log(`Interrupted: ${done.providers} providers, ${changesOf(done)}.\n${continueAfter(done)}`);
  process.exitCode = 130;
}

function changesOf({ written, removed }: Pick<Rebuilt, 'written' | 'removed'> = { written: 0, removed: 0 }): string {
  return `${written} listings corrected or added, ${removed} removed`;
}

function continueAfter({ last }: Rebuilt): string {
  return `Continue with: npm run listings -- rebuild --after ${last}`;
}
