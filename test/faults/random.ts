import fc from 'fast-check';

export type Random = {
  /** An integer from `least` to `most`, both included. */
  between(least: number, most: number): number;
  choose<Item>(items: readonly Item[]): Item;
  shuffle<Item>(items: readonly Item[]): Item[];
};

/** The same seed gives the same sequence. */
export function seededRandom(seed: number): Random {
  const values = fc.sample(fc.nat(), { seed, numRuns: 100_000 });
  let next = 0;
  const between = (least: number, most: number) => least + ((values[next++ % values.length] ?? 0) % (most - least + 1));
  const choose = <Item>(items: readonly Item[]) => items[between(0, items.length - 1)] as Item;
  return {
    between,
    choose,
    shuffle<Item>(items: readonly Item[]) {
      const rest = [...items];
      return items.map(() => rest.splice(between(0, rest.length - 1), 1)[0] as Item);
    },
  };
}
