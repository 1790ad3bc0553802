import { restoreSetting } from '@trust/service-kit/unfinished-restore';
import { type DatabaseService, serviceDatabases } from '../local/services.ts';
import { type UrlOf, withClient } from './server.ts';

/** Its service answers 503 from then on, and the gateway closes the platform. A dump never contains the setting. */
export async function closeDatabase(urlOf: UrlOf, database: string, takenAt: string): Promise<void> {
  const time = new Date(takenAt).toISOString();
  await withClient(urlOf('postgres'), (client) =>
    client.query(`alter database ${database} set ${restoreSetting} = '${time}'`),
  );
}

/** Opens the services restored from the backup of `takenAt`. Returns those that another restore keeps closed. */
export async function openServices(urlOf: UrlOf, takenAt: string): Promise<DatabaseService[]> {
  const time = new Date(takenAt).toISOString();
  return withClient(urlOf('postgres'), async (client) => {
    const { rows } = await client.query<{ service: DatabaseService; setting: string }>(
      `select d.datname as service, setting from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase,
         unnest(s.setconfig) as setting
       where s.setrole = 0 and d.datname = any($1) and setting like $2 || '=%' order by 1`,
      [serviceDatabases, restoreSetting],
    );
    const own = rows.filter(({ setting }) => setting === `${restoreSetting}=${time}`);
    for (const { service } of own) await client.query(`alter database ${service} reset ${restoreSetting}`);
    return rows.filter((row) => !own.includes(row)).map(({ service }) => service);
  });
}
