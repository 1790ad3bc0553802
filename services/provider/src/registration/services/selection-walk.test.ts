import { answered } from '@trust/service-testing/answered';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOwner, type Owner } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider({ connections: 10 });
});
afterAll(() => service[Symbol.asyncDispose]());

const categories = ['electrician', 'plumber'] as const;
const calls = ['put', 'delete'] as const;
const step = fc.record({
  call: fc.constantFrom(...calls),
  category: fc.constantFrom(...categories),
  byId: fc.boolean(),
});
type Step = { call: (typeof calls)[number]; category: (typeof categories)[number]; byId: boolean };

const take = ({ actor, id }: Owner, { call, category, byId }: Step) =>
  service[call](byId ? `/providers/${id}/categories/${category}` : `/provider-workspace/me/services/${category}`, {
    actor,
  });

async function statesOf(id: string, category: string): Promise<string[]> {
  const query = service.db.selectFrom('service_selection').select('state').where('provider_id', '=', id);
  return (await query.where('category_key', '=', category).orderBy('state').execute()).map(({ state }) => state);
}

test('M1 random walks over both routes match the model: at most one active selection, history kept', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
      const owner = await makeOwner(service);
      const model = { electrician: { active: false, removed: 0 }, plumber: { active: false, removed: 0 } };
      for (const one of steps) {
        const of = model[one.category];
        const { status } = await take(owner, one);
        expect({ ...one, status }).toEqual({ ...one, status: one.call === 'put' ? 200 : of.active ? 204 : 404 });
        if (one.call === 'delete' && of.active) of.removed++;
        of.active = one.call === 'put';
        const removed = Array.from({ length: of.removed }, () => 'removed');
        expect(await statesOf(owner.id, one.category)).toEqual(of.active ? ['active', ...removed] : removed);
      }
    }),
    { numRuns: 15 },
  );
});

test('M1 concurrent selections and removals leave at most one active selection and return no 5xx', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 12 }), async (steps) => {
      const owner = await makeOwner(service);
      const answers = await Promise.all(
        steps.map((one) => answered(() => take(owner, { ...one, category: 'plumber' }))),
      );
      expect(answers.filter(({ status }) => ![200, 204, 404].includes(status))).toEqual([]);
      const removals = answers.filter(({ status }) => status === 204).length;
      const states = await statesOf(owner.id, 'plumber');
      expect(states.filter((state) => state === 'removed')).toHaveLength(removals);
      expect(states.filter((state) => state === 'active').length).toBeLessThanOrEqual(1);
    }),
    { numRuns: 8 },
  );
});

test('M1 the database lets the app role remove a selection once and nothing else', async () => {
  const owner = await makeOwner(service);
  for (const call of ['put', 'delete', 'put'] as const) await take(owner, { call, category: 'plumber', byId: true });
  const client = await service.db.pool.connect();
  const tried = async (from: string, to: string) => {
    await client.query('begin');
    const at = to === 'removed' ? 'greatest(now(), selected_at)' : 'null';
    const update = `update service_selection set state = $3, removed_at = ${at} where provider_id = $1 and state = $2`;
    const done = await client.query(update, [owner.id, from, to]).then(
      () => true,
      () => false,
    );
    await client.query('rollback');
    return done;
  };
  expect(await tried('active', 'removed')).toBe(true);
  expect(await tried('removed', 'active')).toBe(false);
  expect(await tried('removed', 'removed')).toBe(false);
  client.release();
  const born = `insert into service_selection (id, provider_id, category_key, requirement_version_id, state, selected_at, removed_at)
    select gen_random_uuid(), provider_id, category_key, requirement_version_id, 'removed', now(), now() + interval '1 second'
    from service_selection where provider_id = $1 limit 1`;
  await expect(service.db.pool.query(born, [owner.id])).rejects.toThrow(/begins active/);
});
