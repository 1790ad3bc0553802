/** What Postgres says of a failed statement. Told by its shape: who only reads errors need not load a database driver. */
type SqlError = { code: string; severity: string; constraint?: string };

function asSqlError(error: unknown): SqlError | undefined {
  const { code, severity } = (error ?? {}) as Partial<SqlError>;
  return typeof code === 'string' && typeof severity === 'string' ? (error as SqlError) : undefined;
}

/** The SQLSTATE of an error that Postgres sent, if it is one. */
export function sqlState(error: unknown): string | undefined {
  return asSqlError(error)?.code;
}

/** The constraint that an insert or update broke, if that is what happened. */
export function brokenConstraint(error: unknown): string | undefined {
  return asSqlError(error)?.constraint;
}

/** Whether a statement failed because the connection is gone: ended by Postgres, reset, or never made. */
export function isConnectionLost(error: unknown): boolean {
  const state = sqlState(error);
  if (state) return /^(08|57P)/.test(state);
  if (!(error instanceof Error)) return false;
  const { code, message } = error as NodeJS.ErrnoException;
  return /ECONNREFUSED|ECONNRESET|EPIPE|Connection terminated|not queryable/.test(`${code} ${message}`);
}
