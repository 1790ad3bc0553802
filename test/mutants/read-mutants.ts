import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutant } from './mutant.ts';

export async function readMutants(): Promise<Mutant[]> {
  const files = globSync('*.mutants.ts', { cwd: import.meta.dirname }).sort();
  const modules = await Promise.all(files.map((file) => import(join(import.meta.dirname, file))));
  return modules.flatMap(({ mutants }: { mutants: Mutant[] }) => mutants);
}
