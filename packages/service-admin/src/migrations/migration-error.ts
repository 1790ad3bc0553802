/** A fault of a migration or backfill. Its message has a place and a remedy, so no stack is needed. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}
