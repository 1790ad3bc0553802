/** The same numbers for the same seed (Mulberry32): one sequence for each thing, so that nothing depends on who is first. */
export class Chance {
  #state: number;

  constructor(seed: string) {
    this.#state = [...seed].reduce(
      (hash, char) => Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193),
      0x811c9dc5,
    );
  }

  /** At least 0, less than 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  shuffled<T>(values: readonly T[]): T[] {
    const left = [...values];
    return values.map(() => left.splice(this.below(left.length), 1)[0] as T);
  }
}
