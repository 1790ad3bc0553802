import { providerStates, publicationStates } from '@trust/contracts/events/provider';
import { operator } from '@trust/service-testing/actors';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inAYear, makeActive, makeClaim, makeOwner, type Owner, transition } from '../../../test/make.ts';
import { moves, nameOf, nextPosition, pathsTo, positions } from '../../../test/positions.ts';
import { type ProviderService, setGate, startProvider } from '../../../test/service.ts';
import type { Position } from '../../provider-record/transitions.ts';
import { transitions } from '../../provider-record/transitions.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider({ connections: 10 });
  await setGate(service, 'open');
});
afterAll(() => service[Symbol.asyncDispose]());

type Transition = (typeof transitions)[number];
const ownersMoves: readonly string[] = ['publish', 'unpublish', 'close'];
const request = ({ actor, id }: Owner, name: Transition) =>
  // Another operator each time: the same one takes no second measure unreviewed.
  transition(service, ownersMoves.includes(name) ? actor : operator('supervisor'), id, name);

async function makeAt(position: Position): Promise<Owner> {
  if (position.state === 'draft') return makeOwner(service);
  const owner = await makeActive(service);
  await makeClaim(service, owner.id, { validUntil: inAYear() });
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
      const provider = to ? await makeAt(from) : stay;
      expect(await positionOf(provider.id)).toEqual(from);
      const { status } = await request(provider, name);
      expect({ name, done: status === 200, to: await positionOf(provider.id) }).toEqual({
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
        const isBlocked = gate === 'closed' && to?.publication === 'published' && model.publication !== 'published';
        if (to && !isBlocked) model = to;
        expect({ name, done: status === 200 }).toEqual({ name, done: to !== undefined && !isBlocked });
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
