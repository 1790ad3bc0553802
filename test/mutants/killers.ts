import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Mutant } from './mutant.ts';

/** The check of types. */
export const types = 'types';
/** What noticed a mutant: a test by its file and name, or the check of types. */
export type Killer = { test: string; name: string } | typeof types;

/** Keeps what killed each mutant in a file of the checkout's cache, so that the next run tries that first. */
export class Killers {
  readonly #file: string;
  readonly #killers: Map<string, Killer>;

  constructor(file: string) {
    this.#file = file;
    this.#killers = new Map(existsSync(file) ? Object.entries(JSON.parse(readFileSync(file, 'utf8'))) : []);
  }

  of(mutant: Mutant): Killer | undefined {
    return this.#killers.get(keyOf(mutant));
  }

  keep(mutant: Mutant, killer: Killer | undefined): void {
    if (!killer) return;
    this.#killers.set(keyOf(mutant), killer);
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, JSON.stringify(Object.fromEntries(this.#killers)));
  }
}

function keyOf({ file, find, replace }: Mutant): string {
  return JSON.stringify([file, find, replace]);
}
