import contract from '@trust/contracts/openapi.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { startPlatform } from '../../test/platform.ts';
import { machinesOfContract, notMachines } from './machines.ts';
import { plan } from './plan.ts';
import { buildWorld } from './world.ts';

type Field = { 'x-extensible-enum'?: string[] };
type Schema = { properties?: Record<string, Field> };
type Count = { state: string; count: number };
type World = { names: string[]; counts: Record<string, Count[]>; seconds: number };

/** Every list of states in the contract, with the fields that have it. */
function listsOfContract(): { fields: string[]; states: string[] }[] {
  const lists = new Map<string, { fields: string[]; states: string[] }>();
  for (const [name, { properties = {} }] of Object.entries(contract.components.schemas as Record<string, Schema>))
    for (const field of ['state', 'status', 'publication']) {
      const states = properties[field]?.['x-extensible-enum'];
      if (!states) continue;
      const known = lists.get(states.join()) ?? { fields: [], states };
      known.fields.push(`${name}.${field}`);
      lists.set(states.join(), known);
    }
  return [...lists.values()];
}

async function build(seed: string): Promise<World> {
  await using platform = await startPlatform({}, undefined, ['--world']);
  const started = performance.now();
  await buildWorld({ url: platform.url, dataDir: platform.dataDir, seed, report: (line) => console.info(line) });
  const seconds = (performance.now() - started) / 1000;
  await platform.settled();
  const named = await platform.rows<{ name: string }>('operations', 'select display_name as name from provider_label');
  const counts: World['counts'] = {};
  for (const [machine, { service, query }] of Object.entries(machinesOfContract))
    counts[machine] = await platform.rows<Count>(service, query);
  return { names: named.map(({ name }) => name).sort(), counts, seconds };
}

test('every list of states of the contract is a machine of the world, or says why not', () => {
  const known = [...Object.keys(machinesOfContract), ...Object.keys(notMachines)];
  for (const { fields } of listsOfContract())
    expect(
      fields.filter((field) => known.includes(field)),
      fields.join(),
    ).not.toEqual([]);
});

test('the same seed builds the same names, states and counts, with every state', { timeout: 1_800_000 }, async () => {
  const first = await build('1');
  expect(plan).toHaveLength(60);
  expect(first.names).toHaveLength(60);
  for (const { fields, states } of listsOfContract()) {
    const machine = fields.find((field) => field in machinesOfContract);
    if (!machine) continue;
    const missing = states.filter(
      (state) =>
        !first.counts[machine]?.some((one) => one.state === state) &&
        !machinesOfContract[machine]?.unreachable?.[state],
    );
    expect.soft(missing, machine).toEqual([]);
  }
  const second = await build('1');
  expect([second.names, second.counts]).toEqual([first.names, first.counts]);
});
