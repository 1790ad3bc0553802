import type { Mutant } from './mutant.ts';

export function mutated(text: string, { file, find, replace }: Mutant): string {
  const count = text.split(find).length - 1;
  if (count !== 1) throw new Error(`${file} has \`${find}\` ${count} times instead of once. Update the mutant.`);
  return text.replace(find, () => replace);
}
