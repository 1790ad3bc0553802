import pg from 'pg';
import { expect, inject } from 'vitest';

/** `change`: a forbidden update, such as `state = 'open'`. */
export type ImmutableRows = { table: string; where: string; key: string; change: string };

/** Every kind of statement that changes rows (promise M2). */
function changing({ table, where, key, change }: ImmutableRows): string[] {
  const itself = `(select * from ${table} where ${where})`;
  const same = key.split(', ').map((name) => `target.${name} = source.${name}`);
  const merge = `merge into ${table} target using ${itself} source on ${same.join(' and ')} when matched then`;
  return [
    `update ${table} set ${change} where ${where}`,
    `delete from ${table} where ${where}`,
    `truncate ${table} cascade`,
    `insert into ${table} overriding system value select * from ${table} where ${where} on conflict (${key}) do update set ${change}`,
    `${merge} update set ${change}`,
    `${merge} delete`,
  ];
}

const weakening = ({ table }: ImmutableRows) => [
  `copy ${table} from program 'true'`,
  `copy ${table} from '/dev/null'`,
  `alter table ${table} disable trigger all`,
  `alter table ${table} disable trigger user`,
  `drop table ${table} cascade`,
  'set session_replication_role = replica',
];

/** As app role, as owner, and as a superuser in replica mode. */
export async function expectImmutable(
  urls: { app: string; owner: string },
  facts: readonly ImmutableRows[],
  refusal = /immutable|cannot go from|permission denied|must be (owner|superuser)|sealed/,
): Promise<void> {
  const root = Object.assign(new URL(inject('stack').superuserUrl), { pathname: new URL(urls.owner).pathname }).href;
  for (const [url, before, attacksOn] of [
    [urls.app, 'select 1', (one: ImmutableRows) => [...changing(one), ...weakening(one)]],
    [urls.owner, 'select 1', (one: ImmutableRows) => [...changing(one), ...weakening(one)]],
    [root, 'set session_replication_role = replica', changing],
  ] as const) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(before);
      for (const fact of facts) {
        const { rowCount } = await client.query(`select from ${fact.table} where ${fact.where}`);
        expect(rowCount, `${fact.table} where ${fact.where}`).toBeGreaterThan(0);
        for (const attack of attacksOn(fact))
          await expect(client.query(attack), `${new URL(url).username}: ${attack}`).rejects.toThrow(refusal);
      }
    } finally {
      await client.end();
    }
  }
}
