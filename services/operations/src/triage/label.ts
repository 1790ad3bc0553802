export type Labels = Record<string, string>;

export function labelIn(language: string, labels: Labels | undefined, otherwise: string): string {
  return labels?.[language] ?? labels?.en ?? otherwise;
}
