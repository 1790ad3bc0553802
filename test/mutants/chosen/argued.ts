import type { Mutant } from '../mutant.ts';

/** Changes of the areas that no test needs to notice. At most five. */
export const argued: readonly (Pick<Mutant, 'file' | 'find' | 'replace'> & { reason: string })[] = [
  {
    file: 'services/provider/src/directory/search/search-listings.ts',
    find: '  const reach = sql`(select max(reach) from public_listing where category_key = ${category}',
    replace: '  const reach = sql`(select max(reach) from public_listing where true',
    reason: 'Widens only what the distance index reads first: the exact conditions after it find the same providers.',
  },
  {
    file: 'services/operations/src/queue/item-claims/queries.ts',
    find: "    .where('operator_id', '=', operatorId)\n    .where('ended_because', 'is', null)",
    replace: "    .where('operator_id', '=', operatorId)",
    reason: 'A claim that has ended ends now at the latest, except for a replica whose clock is behind.',
  },
  {
    file: 'packages/service-kit/src/database/prune.ts',
    find: '2',
    replace: '3',
    reason: 'Minutes: when the first run of a process begins is no promise: each run deletes all that has expired.',
  },
];
