type Samples = { a: readonly number[]; b: readonly number[] };

/** Two-sided p, by the normal approximation with correction for ties. */
export function mannWhitney({ a, b }: Samples): number {
  const all = [...a.map((time) => ({ time, isA: true })), ...b.map((time) => ({ time, isA: false }))];
  all.sort((one, other) => one.time - other.time);
  let rankSum = 0;
  let ties = 0;
  for (let from = 0; from < all.length; ) {
    let to = from;
    while (to < all.length && all[to]?.time === all[from]?.time) to++;
    const rank = (from + 1 + to) / 2;
    rankSum += rank * all.slice(from, to).filter(({ isA }) => isA).length;
    ties += (to - from) ** 3 - (to - from);
    from = to;
  }
  const [n, m, size] = [a.length, b.length, all.length];
  const u = rankSum - (n * (n + 1)) / 2;
  const deviation = Math.sqrt(((n * m) / 12) * (size + 1 - ties / (size * (size - 1))));
  return deviation === 0 ? 1 : 2 * (1 - normal(Math.abs(u - (n * m) / 2) / deviation));
}

// Zelen and Severo's approximation of the normal distribution, exact to 7.5e-8.
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const tail = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail;
}
