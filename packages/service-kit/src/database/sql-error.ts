type SqlError = { code: string; severity: string; constraint?: string };

function asSqlError(error: unknown): SqlError | undefined {
  const { code, severity } = (error ?? {}) as Partial<SqlError>;
  return typeof code === 'string' && typeof severity === 'string' ? (error as SqlError) : undefined;
}

export function sqlState(error: unknown): string | undefined {
  return asSqlError(error)?.code;
}

export function brokenConstraint(error: unknown): string | undefined {
  return asSqlError(error)?.constraint;
}

/** Postgres refuses a prepared statement whose rows a migration has changed, and has done nothing yet. */
export function isPlanOutdated(error: unknown): boolean {
  return sqlState(error) === '0A000' && /cached plan must not change/.test((error as Error).message);
}

export function isConnectionLost(error: unknown): boolean {
  const state = sqlState(error);
  if (state) return /^(08|57P)/.test(state);
  if (!(error instanceof Error)) return false;
  const { code, message } = error as NodeJS.ErrnoException;
  return /ECONNREFUSED|ECONNRESET|EPIPE|Connection terminated|not queryable/.test(`${code} ${message}`);
}
