import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryRoot } from '../../deploy/local/environment.ts';
import { argued } from './chosen/argued.ts';
import { choose } from './chosen/choose.ts';
import type { Mutant } from './mutant.ts';
import { mutated } from './mutated.ts';
import { readMutants } from './read-mutants.ts';
import { describe, runMutants } from './run-mutants.ts';

const help = `npm run test:mutants [-- options] [-- text…]   breaks one line at a time and prints which change no test notices

  text         only mutants whose file, change, area or tests contain one of the texts
  --written    only those of test/mutants/*.mutants.ts
  --chosen     only those chosen from all conditions, dates and durations of the areas in test/mutants/chosen/areas.ts
  --seed S     chooses others of them (default 1)
  --every N    chooses one of N of them (default 8); 1 chooses all
  --not-tried  print those that are not chosen, and why the argued ones need no test; run nothing
  --jobs N     how many run side by side (default 2)
  --list       print the mutants; run nothing
  --check      only check that every mutant still applies; run nothing
  --help       this text

A release needs no survivor. Each run has a low priority, begins with the test that noticed the change the last time, and
stops at the first test that fails. Ctrl-C stops everything.
`;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    written: { type: 'boolean' },
    chosen: { type: 'boolean' },
    seed: { type: 'string', default: '1' },
    every: { type: 'string', default: '8' },
    'not-tried': { type: 'boolean' },
    jobs: { type: 'string', default: '2' },
    list: { type: 'boolean' },
    check: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});

if (options.help) process.stdout.write(help);
else process.exitCode = await main();

async function main(): Promise<number> {
  const { chosen, notTried } = choose({ seed: options.seed, every: Number(options.every) });
  if (options['not-tried']) return printNotTried(notTried.filter(isWanted));
  const mutants = [...(options.chosen ? [] : await readMutants()), ...(options.written ? [] : chosen)].filter(isWanted);
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

function isWanted(mutant: Mutant): boolean {
  return positionals.length === 0 || positionals.some((text) => JSON.stringify(mutant).includes(text));
}

function printNotTried(mutants: readonly Mutant[]): number {
  for (const mutant of mutants) process.stdout.write(`${describe(mutant)}\n`);
  for (const { file, find, replace, reason } of argued)
    process.stdout.write(`\nargued: ${file}\n    - ${find}\n    + ${replace || '(nothing)'}\n    ${reason}\n`);
  process.stdout.write(`\n${mutants.length} not tried, ${argued.length} argued\n`);
  return 0;
}

function faultOf(mutant: Mutant): string[] {
  try {
    mutated(readFileSync(join(repositoryRoot, mutant.file), 'utf8'), mutant);
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}
