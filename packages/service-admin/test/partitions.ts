import { cloneDatabase } from '@trust/service-testing/stack';
import pg from 'pg';
import { inject } from 'vitest';

/** A migrated database of webhooks, with a role that may only maintain its partitions. */
export async function openPartitions() {
  const opened = new AsyncDisposableStack();
  const clone = opened.use(await cloneDatabase('webhooks'));
  const connect = async (url: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    opened.defer(() => client.end());
    return client;
  };
  const role = `maintainer_of_${clone.name}`;
  const superuser = await connect(inject('stack').superuserUrl);
  await superuser.query(`create role ${role} login password 'test' in role service_maintenance`);
  await superuser.query(`grant connect on database ${clone.name} to ${role}`);
  opened.defer(async () => {
    await superuser.query(`revoke connect on database ${clone.name} from ${role}`);
    await superuser.query(`drop role ${role}`);
  });
  const url = Object.assign(new URL(clone.owner), { username: role, password: 'test' }).href;
  const owner = await connect(clone.owner);
  return {
    url,
    appUrl: clone.app,
    connect,
    owner,
    app: await connect(clone.app),
    maintainer: await connect(url),
    weeks: async (table: string): Promise<string[]> => {
      const { rows } = await owner.query(
        'select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1',
        [table],
      );
      return rows.map(({ name }) => name);
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
