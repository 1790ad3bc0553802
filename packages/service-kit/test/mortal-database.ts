import type { Transaction } from 'kysely';
import { Database, type DatabaseOptions, openDb } from '../src/database/db.ts';

export type DeathAt = 'before-insert' | 'before-commit' | 'after-commit' | 'after-ack';

export const die = () => process.kill(process.pid, 'SIGKILL');

/** Ends the process in its first transaction. */
export class MortalDatabase<Tables> extends Database<Tables> {
  readonly #dieAt: DeathAt | undefined;

  constructor(options: DatabaseOptions, dieAt?: DeathAt) {
    super(openDb(options).pool);
    this.#dieAt = dieAt;
  }

  override async transact<Result>(work: (trx: Transaction<Tables>) => Promise<Result>): Promise<Result> {
    if (this.#dieAt === 'before-insert') die();
    const result = await super.transact(async (trx) => {
      const done = await work(trx);
      if (this.#dieAt === 'before-commit') die();
      return done;
    });
    if (this.#dieAt === 'after-commit') die();
    return result;
  }
}
