import { cloneDatabase } from '@trust/service-testing/stack';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { breakingChanges } from './breaking-changes.ts';
import { readCatalog } from './catalog.ts';

const released = `
  create type mood as enum ('calm', 'busy');
  create table visit (
    id integer primary key, note varchar(20) default '', state text not null check (state in ('open', 'closed')),
    code text constraint visit_code unique, size numeric(6,2), due date default current_date, mood mood
  );
  create unique index visit_due on visit (due);
  create function noted() returns trigger language plpgsql as 'begin return new; end';
  create trigger visit_noted before insert on visit for each row execute function noted();
  create function ends(integer) returns integer language sql return $1;
  insert into allowed_transition values ('visit', 'open', 'closed');
  grant select, insert, update (note) on visit to service_app;
`;

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let client: pg.Client;
beforeAll(async () => {
  database = await cloneDatabase('webhooks');
  client = new pg.Client({ connectionString: database.owner });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await database?.[Symbol.asyncDispose]();
});

async function changesOf(migration: string): Promise<string[]> {
  await client.query('begin');
  try {
    await client.query(released);
    const before = await readCatalog(client);
    await client.query(migration);
    return breakingChanges(before, await readCatalog(client));
  } finally {
    await client.query('rollback');
  }
}

describe('breaks replicas of the last release', () => {
  test.each<[migration: string, change: string | RegExp]>([
    ['drop table visit', 'table visit is dropped or renamed'],
    ['alter table visit rename to call', 'table visit is dropped or renamed'],
    ['alter table visit enable row level security', 'table visit gets row security'],
    ['alter table visit drop column size', 'column visit.size is dropped or renamed'],
    ['alter table visit rename size to area', 'column visit.size is dropped or renamed'],
    ['alter table visit alter note type varchar(10)', /^column visit.note changes its type from .*20.* to .*10/],
    ['alter table visit alter size type numeric(6,3)', /^column visit.size changes its type/],
    ['alter table visit alter size type integer', 'column visit.size changes its type from numeric(6,2) to integer'],
    ['alter table visit alter size set not null', 'column visit.size becomes required'],
    ['alter table visit alter due drop default', 'column visit.due loses its default'],
    ['alter table visit add place text not null', 'column visit.place is new and required, without a default'],
    ['alter table visit alter id add generated always as identity', 'column visit.id becomes generated'],
    ['alter table visit add constraint small check (size < 9)', /^constraint visit.small is new: CHECK/],
    ['alter table visit add constraint small check (size < 9) not valid', /^constraint visit.small is new: CHECK/],
    ['alter table visit add constraint sized unique (size)', 'constraint visit.sized is new: UNIQUE (size)'],
    [
      "alter table visit drop constraint visit_state_check, add constraint visit_state_check check (state in ('open'))",
      /^constraint visit.visit_state_check is changed/,
    ],
    ['alter table visit drop constraint visit_code', /^constraint visit.visit_code is dropped, which ON CONFLICT/],
    ['create unique index visit_size on visit (size)', /^unique index visit_size is new/],
    ['create unique index visit_note on visit (lower(note))', /^unique index visit_note is new/],
    ['drop index visit_due', /^unique index visit_due is dropped/],
    ["alter type mood rename value 'busy' to 'full'", 'enum value mood.busy is dropped or renamed'],
    ['drop function ends(integer)', 'function ends(integer) is dropped or renamed'],
    [
      'create or replace function ends(integer) returns integer language sql return $1 + 1',
      'function ends(integer) changes its body or result',
    ],
    [
      'drop function ends(integer); create function ends(integer) returns bigint language sql return $1',
      'function ends(integer) changes its body or result',
    ],
    [
      "delete from allowed_transition where thing = 'visit'",
      'transition visit: open to closed is not allowed any more',
    ],
    ['revoke update (note) on visit from service_app', 'privilege update on visit.note is revoked'],
    ['create trigger more before update on visit for each row execute function noted()', 'trigger visit.more is new'],
    ['alter table visit disable trigger visit_noted', 'trigger visit.visit_noted or its function is changed'],
    ['drop trigger visit_noted on visit', 'trigger visit.visit_noted is dropped'],
    [
      "create or replace function noted() returns trigger language plpgsql as 'begin return null; end'",
      'trigger visit.visit_noted or its function is changed',
    ],
  ])('%s', async (migration, change) => {
    const changes = await changesOf(migration);
    if (typeof change === 'string') expect(changes).toContain(change);
    else expect(changes).toEqual(expect.arrayContaining([expect.stringMatching(change)]));
  });
});

describe('leaves replicas of the last release working', () => {
  test.each([
    'create table call (id integer primary key, place text not null unique)',
    'create table call (id integer); create trigger noted before insert on call for each row execute function noted()',
    'alter table visit add place text',
    "alter table visit add place text not null default ''",
    "alter table visit add place text check (place in ('home', 'work'))",
    'alter table visit alter note type varchar(40)',
    'alter table visit alter note type text',
    'alter table visit alter size type numeric(8,2)',
    'alter table visit alter state drop not null',
    'alter table visit drop constraint visit_state_check',
    "alter table visit drop constraint visit_state_check, add check (state in ('open', 'closed', 'lost'))",
    'alter table visit add place text; create unique index visit_place on visit (place)',
    'create index visit_size on visit (size)',
    "alter type mood add value 'away'",
    'create function begins(integer) returns integer language sql return $1',
    'create or replace function ends(integer) returns integer language sql return $1',
    "insert into allowed_transition values ('visit', 'closed', 'open')",
    'grant delete on visit to service_app',
  ])('%s', async (migration) => {
    expect(await changesOf(migration)).toEqual([]);
  });
});
