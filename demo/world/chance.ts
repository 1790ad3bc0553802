import { hash } from 'node:crypto';
import { seededRandom } from '../../packages/service-testing/src/seeded-random.ts';

/** The same choices for the same seed: one sequence for each thing, so that nothing depends on who is first. */
export class Chance {
  readonly next: () => number;

  constructor(seed: string) {
    this.next = seededRandom(hash('sha256', seed, 'buffer').readInt32LE());
  }

  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  shuffled<T>(values: readonly T[]): T[] {
    const left = [...values];
    return values.map(() => left.splice(this.below(left.length), 1)[0] as T);
  }
}
