/** Counts under this are not shown (promise P5). */
export const smallestShown = 5;

/** Null instead of a count from 1 to 4. */
export function shown(count: number): number | null {
  return count > 0 && count < smallestShown ? null : count;
}

/** Whether the sum of hidden counts gives one of them away: of a single one, or of counts that must all be 4. */
export function isExposed(hidden: number, sum: number): boolean {
  return hidden > 0 && (hidden < 2 || sum < smallestShown || sum === hidden * (smallestShown - 1));
}

type Row<Column extends string> = Record<Column, number>;
type Shown<Column extends string> = Record<Column, number | null>;

/**
 * Suppresses parts and their total so that subtraction gives none of them away: what is hidden of a
 * shown total are at least two parts that `isExposed` accepts; else the total is hidden.
 */
export function suppressRow<Part extends string, Total extends string>(
  row: Row<Part | Total>,
  { parts, total }: { parts: readonly Part[]; total: Total },
): Shown<Part | Total> {
  const hidden = new Set<Part>(parts.filter((part) => shown(row[part]) === null));
  const byCount = parts.filter((part) => !hidden.has(part) && row[part] > 0).sort((a, b) => row[a] - row[b]);
  const isRowExposed = () =>
    isExposed(
      hidden.size,
      [...hidden].reduce((sum, part) => sum + row[part], 0),
    );
  while (isRowExposed()) {
    const next = byCount.shift();
    if (next === undefined) break;
    hidden.add(next);
  }
  const cells = parts.map((part): [string, number | null] => [part, hidden.has(part) ? null : row[part]]);
  const isTotalHidden = isRowExposed() || shown(row[total]) === null;
  return { ...Object.fromEntries(cells), [total]: isTotalHidden ? null : row[total] } as Shown<Part | Total>;
}
