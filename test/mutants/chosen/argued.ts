import type { Mutant } from '../mutant.ts';

/** Changes of the areas that no test needs to notice. At most five. */
export const argued: readonly (Pick<Mutant, 'file' | 'find' | 'replace'> & { reason: string })[] = [];
