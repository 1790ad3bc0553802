/** As many as the pool of the service has connections. */
export const atOnce = 8;

/** Returns the milliseconds of each call, in ascending order. */
export async function eachAtOnce<Item>(items: Item[], work: (item: Item) => Promise<unknown>): Promise<number[]> {
  const queue = items.values();
  const times: number[] = [];
  const worker = async () => {
    // The workers share one iterator, so each item is taken once.
    for (const item of queue) {
      const started = performance.now();
      await work(item);
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return times.sort((a, b) => a - b);
}
