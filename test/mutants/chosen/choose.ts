import type { Mutant } from '../mutant.ts';
import { argued } from './argued.ts';
import { type Candidate, candidates, isChosen } from './candidates.ts';

export type Choice = { seed: string; every: number };

/** Neither list has the argued ones. */
export function choose(choice: Choice): { chosen: Candidate[]; notTried: Candidate[] } {
  const open = candidates().filter((one) => !argued.some((other) => isSame(one, other)));
  return {
    chosen: open.filter((one) => isChosen(one, choice)),
    notTried: open.filter((one) => !isChosen(one, choice)),
  };
}

type Changed = Pick<Mutant, 'file' | 'find' | 'replace'>;

export function isSame(one: Changed, other: Changed): boolean {
  return one.file === other.file && one.find === other.find && one.replace === other.replace;
}
