import type { Text } from '@trust/contracts/values/text';
import { sql } from 'kysely';
import type { AnyDatabase } from './database/transaction.ts';
import { startLoop } from './loop.ts';
import type { Log } from './observability/log.ts';
import { type Problem, unavailable } from './problems/problem.ts';

/** `npm run restore` sets it on a database, to the time of the backup; dumps never contain it (ADR 0110). */
export const restoreSetting = 'trust.unfinished_restore';

/** A closed service says so where the gateway reads its contract, and the gateway then refuses everything. */
export const unfinishedRestoreHeader = 'X-Unfinished-Restore';

export type UnfinishedRestore = {
  /** Undefined while the service may answer. */
  refusal(): Problem | undefined;
  /** The time of the backup, while its restore is unfinished. */
  backup(): string | undefined;
};

/** Resolves after the first look, so that a restored service never answers before it. */
export async function watchUnfinishedRestore(db: AnyDatabase, log: Log): Promise<UnfinishedRestore & AsyncDisposable> {
  let hasLooked = false;
  let backup: string | undefined;
  async function look(): Promise<void> {
    const found = await findSetting(db);
    if (found && found !== backup) log.error({ backup: found }, 'Closed until the restore is finished');
    if (!found && backup) log.info({ backup }, 'Open again after a finished restore');
    backup = found;
    hasLooked = true;
  }
  await look().catch((err: unknown) => log.warn({ err }, lookFailed));
  const watching = startLoop(log, lookFailed, async ({ sleep }) => {
    await look();
    await sleep(1000);
  });
  return {
    refusal: () =>
      backup
        ? restoreUnfinished()
        : hasLooked
          ? undefined
          : unavailable({ upstream: 'postgres', reason: 'restore not known' }),
    backup: () => backup,
    [Symbol.asyncDispose]: () => watching[Symbol.asyncDispose](),
  };
}

const lookFailed = 'Search for an unfinished restore failed';

export const restoreUnfinished = () => unavailable({ upstream: 'self', reason: 'unfinished restore' }, restoreText, 60);

export const restoreText: Text = {
  en: 'The platform was restored from a backup, and the restore is being finished. Retry in a minute.',
  fr: 'La plateforme a été restaurée à partir d’une sauvegarde, et cette opération s’achève. Réessayez dans une minute.',
};

/** From the catalogue: a pooled connection still shows the value of its start in `current_setting`. */
async function findSetting(db: AnyDatabase): Promise<string | undefined> {
  const { rows } = await sql<{ value: string }>`
    select substr(one, length(${restoreSetting}) + 2) as value
    from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase, unnest(s.setconfig) as one
    where d.datname = current_database() and s.setrole = 0 and one like ${`${restoreSetting}=%`}`.execute(db);
  return rows[0]?.value;
}
