import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

export type Tally = { passed: number; failed: number };

/** Writes the numbers of a run to the file in TALLY_FILE. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const file = process.env.TALLY_FILE;
    if (!file) return;
    const tallies = modules.map(tallyOf);
    const sum = (key: keyof Tally) => tallies.reduce((total, tally) => total + tally[key], 0);
    writeFileSync(file, JSON.stringify({ passed: sum('passed'), failed: sum('failed') } satisfies Tally));
  }
}

function tallyOf(module: TestModule): Tally {
  const passed = [...module.children.allTests('passed')].length;
  const failed = [...module.children.allTests('failed')].length;
  // A file that fails to load or to set up may have no failed test.
  return { passed, failed: failed === 0 && module.state() === 'failed' ? 1 : failed };
}
