import { type Kysely, sql, type Transaction } from 'kysely';

export type Transacting<Tables> = Kysely<Tables> & {
  transact<Result>(work: (trx: Transaction<Tables>) => Promise<Result>): Promise<Result>;
};

class Undone extends Error {}

/** Runs `send` so that each transaction on `db` does all of its work, deferred constraints included, and is rolled back. */
export async function rolledBack<Tables, Sent>(db: Transacting<Tables>, send: () => Promise<Sent>): Promise<Sent> {
  const { transact } = db;
  db.transact = async <Result>(work: (trx: Transaction<Tables>) => Promise<Result>) => {
    let result: Result | undefined;
    try {
      await transact.call(db, async (trx) => {
        result = await work(trx);
        await sql`set constraints all immediate`.execute(trx);
        throw new Undone();
      });
    } catch (error) {
      if (!(error instanceof Undone)) throw error;
    }
    return result as Result;
  };
  try {
    return await send();
  } finally {
    db.transact = transact;
  }
}
