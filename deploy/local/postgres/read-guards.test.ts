import { cloneDatabase } from '@trust/service-testing/stack';
import pg from 'pg';
import { expect, test } from 'vitest';
import { serviceDatabases } from '../services.ts';
import { guardsIn, readMigrations } from './read-guards.ts';

test('the last definition counts, with its whole body', () => {
  const first = 'create function keep() returns trigger language plpgsql as $$\nbegin\n  return null;\nend $$;\n';
  const second = first.replace('create', 'create or replace').replace('null', 'new');
  const trigger = 'create trigger keep before update on thing\n  for each row execute function keep();\n';
  expect(
    guardsIn([
      { path: '1.sql', text: first + trigger },
      { path: '2.sql', text: `\n${second}call make_immutable('thing');` },
    ]),
  ).toEqual([
    { place: '1.sql:5', text: trigger.trim() },
    { place: '2.sql:2', text: second.trim() },
    { place: '2.sql:6', text: "call make_immutable('thing');" },
  ]);
});

test.each(serviceDatabases)('the functions of %s are those of its database, with the same bodies', async (service) => {
  await using database = await cloneDatabase(service);
  const client = new pg.Client(database.owner);
  await client.connect();
  const { rows } = await client
    .query<{ body: string }>(
      `select prosrc as body from pg_proc p where pronamespace = 'public'::regnamespace
       and prolang in (select oid from pg_language where lanname in ('sql', 'plpgsql')) and prosrc <> ''
       and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`,
    )
    .finally(() => client.end());
  const texts = [...readGuards('service-kit'), ...readGuards(service)];
  const bodies = texts.flatMap(({ text }) => /\$\$([\s\S]*)\$\$/.exec(text)?.[1] ?? []);
  expect(bodies.sort()).toEqual(rows.map(({ body }) => body).sort());
});

const readGuards = (service: string) => guardsIn(readMigrations(service));
