import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inAYear, makeClaim, makeOwner } from '../../../test/make.ts';
import { moves } from '../../../test/positions.ts';
import { type ProviderService, setGate, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
  await setGate(service, 'open');
});
afterAll(() => service[Symbol.asyncDispose]());

const walks = 200;

test('M1 a random walk of 100,000 steps makes exactly the transitions of the contract', async () => {
  const migrations = new pg.Client({ connectionString: service.ownerUrl });
  await migrations.connect();
  await migrations.query(`
    create function walk(provider_id uuid, steps int) returns table (move text, done boolean) language plpgsql as $$
    declare was provider; s provider_state; p publication_state;
    begin
      for step in 1..steps loop
        select * into was from provider where id = provider_id;
        -- Closing ends a walk, so it is rare; a draft is left within a few steps, so of a draft it is not.
        s := (enum_range(null::provider_state))[1 + floor(random() *
          case when random() < case was.state when 'draft' then 0.2 else 0.02 end then 4 else 3 end)];
        p := (enum_range(null::publication_state))[1 + floor(random() * 3)];
        continue when (s, p) = (was.state, was.publication);
        move := was.state || ' ' || was.publication || ' > ' || s || ' ' || p;
        begin
          update provider set state = s, publication = p, revision = revision + 1 where id = provider_id;
          done := true;
        exception when restrict_violation or check_violation then
          done := false;
        end;
        return next;
      end loop;
    end $$`);
  await migrations.end();
  const { id } = await makeOwner(service);
  await makeClaim(service, id, { validUntil: inAYear() });
  const client = await service.db.pool.connect();
  const seen = new Map<string, Set<boolean>>();
  for (let walk = 0; walk < walks; walk++) {
    await client.query('begin');
    const { rows } = await client.query<{ move: string; done: boolean }>('select distinct * from walk($1, 500)', [id]);
    await client.query('rollback');
    for (const { move, done } of rows) seen.set(move, (seen.get(move) ?? new Set()).add(done));
  }
  client.release();
  const taken = [...seen].filter(([, done]) => done.has(true)).map(([move]) => move);
  expect(new Set(taken)).toEqual(moves);
  expect([...seen].filter(([move, done]) => done.size > 1 || done.has(true) !== moves.has(move))).toEqual([]);
}, 180_000);
