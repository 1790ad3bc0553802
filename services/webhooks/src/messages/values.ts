/** Of the placeholders of a text. */
export type Values = { code?: string; role?: string; provider?: string };

/** Of a notice: the key of a role, which its text may name. */
export function valuesOf(data: unknown): Values {
  const { role } = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>;
  return typeof role === 'string' ? { role } : {};
}
