import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryRoot } from '../../deploy/local/environment.ts';
import type { Mutant } from './mutant.ts';
import { mutated } from './mutated.ts';
import { readMutants } from './read-mutants.ts';
import { describe, runMutants } from './run-mutants.ts';

const help = `npm run test:mutants [-- options] [-- text…]   breaks one line at a time and prints which change no test notices

  text         only mutants whose file, change or tests contain one of the texts
  --jobs N     how many run side by side (default 2)
  --list       print the mutants; run nothing
  --check      only check that every mutant still applies; run nothing
  --help       this text

The mutants are in test/mutants/*.mutants.ts. A release needs no survivor. Ctrl-C stops everything.
`;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    jobs: { type: 'string', default: '2' },
    list: { type: 'boolean' },
    check: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});

if (options.help) process.stdout.write(help);
else process.exitCode = await main();

async function main(): Promise<number> {
  const mutants = (await readMutants()).filter(
    (mutant) => positionals.length === 0 || positionals.some((text) => JSON.stringify(mutant).includes(text)),
  );
  if (options.list) {
    for (const mutant of mutants) process.stdout.write(`${describe(mutant)}\n`);
    return 0;
  }
  const stale = mutants.flatMap(faultOf);
  if (stale.length > 0 || mutants.length === 0) {
    process.stderr.write(stale.length > 0 ? `${stale.join('\n')}\n` : 'No mutant matches.\n');
    return 1;
  }
  if (options.check) {
    process.stdout.write(`${mutants.length} mutants apply\n`);
    return 0;
  }
  return runMutants(mutants, Number(options.jobs));
}

function faultOf(mutant: Mutant): string[] {
  try {
    mutated(readFileSync(join(repositoryRoot, mutant.file), 'utf8'), mutant);
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}
