import { providerStates, publicationStates } from '@trust/contracts/events/provider';
import { operator } from '@trust/service-testing/actors';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeActive, makeClaim, makeOwner, type Owner, transition } from '../../test/make.ts';
import { moves, nameOf, nextPosition, pathsTo, positions } from '../../test/positions.ts';
import { type ProviderService, setGate, startProvider } from '../../test/service.ts';
import { transitions } from './schema.ts';
import type { Position } from './transitions.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider({ connections: 10 });
  await setGate(service, 'open');
});
afterAll(() => service[Symbol.asyncDispose]());

type Transition = (typeof transitions)[number];
const supervisor = operator('supervisor');
const ownersMoves: readonly string[] = ['publish', 'unpublish', 'close'];
const request = ({ actor, id }: Owner, name: Transition) =>
  transition(service, ownersMoves.includes(name) ? actor : supervisor, id, name);

async function makeAt(position: Position): Promise<Owner> {
  if (position.state === 'draft') return makeOwner(service);
  const owner = await makeActive(service);
  await makeClaim(service, owner.id);
  for (const name of pathsTo[nameOf(position)] ?? []) await request(owner, name);
  return owner;
}

async function positionOf(id: string): Promise<Position> {
  const query = service.db.selectFrom('provider').select(['state', 'publication']).where('id', '=', id);
  return query.executeTakeFirstOrThrow();
}

test('M1 the database lists exactly the moves of the contract', async () => {
  const rows = await service.db
    .selectFrom('allowed_transition')
    .selectAll()
    .where('thing', '=', 'provider position')
    .execute();
  expect(new Set(rows.map(({ from_state, to_state }) => `${from_state} > ${to_state}`))).toEqual(moves);
});

test.each(positions)(
  'M1 each transition of a $state $publication provider has the result of the contract',
  async (from) => {
    const stay = await makeAt(from);
    for (const name of transitions) {
      const to = nextPosition(name, from);
      const asked = to ? await makeAt(from) : stay;
      expect(await positionOf(asked.id)).toEqual(from);
      const { status } = await request(asked, name);
      expect({ name, done: status === 200, to: await positionOf(asked.id) }).toEqual({
        name,
        done: !!to,
        to: to ?? from,
      });
      expect([200, 400, 404, 409]).toContain(status);
    }
  },
);

test.each(positions)(
  'M1 the database accepts exactly the moves of the contract for a $state $publication provider',
  async (from) => {
    const { id } = await makeAt(from);
    const client = await service.db.pool.connect();
    for (const state of providerStates) {
      for (const publication of publicationStates) {
        const to = { state, publication };
        if (nameOf(to) === nameOf(from)) continue;
        await client.query('begin');
        const update = 'update provider set state = $2, publication = $3, revision = revision + 1 where id = $1';
        const done = await client.query(update, [id, state, publication]).then(
          () => true,
          () => false,
        );
        await client.query('rollback');
        const move = `${nameOf(from)} > ${nameOf(to)}`;
        expect({ move, done }).toEqual({ move, done: moves.has(move) });
      }
    }
    client.release();
  },
);

test('M1 the database rejects a new provider that is not an unpublished draft', async () => {
  const { id } = await makeActive(service);
  const copy = `insert into provider select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(),
    'public_provider_id', reverse(public_provider_id)))).* from provider p where id = $1`;
  await expect(service.db.pool.query(copy, [id])).rejects.toThrow(/begins as an unpublished draft/);
});

/** Walks of 500 steps reach the rarest move. M1 requires `M1_STEPS=100000`. */
const walks = Number(process.env.M1_STEPS ?? 50_000) / 500;

test(`M1 a random walk of ${walks * 500} steps in the table takes the moves of the contract, each of them, and no other`, async () => {
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
  await makeClaim(service, id);
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

const step = fc.constantFrom(...transitions, 'open' as const, 'close the gate' as const);

test('M1 random walks through the API match the model, with the gate opening and closing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
      let model: Position = { state: 'active', publication: 'unpublished' };
      let gate: 'open' | 'closed' = 'open';
      await setGate(service, gate);
      const owner = await makeAt(model);
      for (const name of steps) {
        service.advanceClock(1);
        if (name === 'open' || name === 'close the gate') {
          gate = name === 'open' ? 'open' : 'closed';
          await setGate(service, gate);
          continue;
        }
        const { status } = await request(owner, name);
        const to = nextPosition(name, model);
        const held = gate === 'closed' && to?.publication === 'published' && model.publication !== 'published';
        if (to && !held) model = to;
        expect({ name, done: status === 200 }).toEqual({ name, done: to !== undefined && !held });
        expect(await positionOf(owner.id)).toEqual(model);
      }
    }),
    { numRuns: 15 },
  );
  await setGate(service, 'open');
});

test('M1 concurrent transitions form one sequence of allowed moves', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...transitions), { minLength: 8, maxLength: 12 }), async (names) => {
      const from: Position = { state: 'active', publication: 'unpublished' };
      const owner = await makeAt(from);
      const answers = await Promise.all(names.map(async (name) => ({ name, ...(await request(owner, name)) })));
      const done = answers.filter(({ status }) => status === 200).sort((a, b) => a.body.revision - b.body.revision);
      let model = from;
      for (const { name, body } of done) {
        const to = nextPosition(name, model);
        expect({ state: body.state, publication: body.publication }).toEqual(to);
        model = to ?? model;
      }
      expect(await positionOf(owner.id)).toEqual(model);
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    }),
    { numRuns: 8 },
  );
});
