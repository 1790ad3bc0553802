import pg from 'pg';
import type { Evidence } from './service.ts';

/** A table with a state, and what else of a row goes with a state. */
export type Machine = {
  table: string;
  id: string;
  type: string;
  transitions: Record<string, readonly string[]>;
  /** Further assignments, given the state `s`. */
  along?: string;
};

/** `from > to` for every pair of different states. */
export function movesOf({ transitions }: Machine): { all: string[]; allowed: string[] } {
  const states = Object.keys(transitions);
  return {
    all: states.flatMap((from) => states.filter((to) => to !== from).map((to) => `${from} > ${to}`)).sort(),
    allowed: Object.entries(transitions)
      .flatMap(([from, to]) => to.map((state) => `${from} > ${state}`))
      .sort(),
  };
}

/** The walk of `walkTable` as a function in the database: it goes on for twenty steps, and then starts where it began. */
export async function prepareWalk(evidence: Evidence, { table, id, type, along = '' }: Machine): Promise<void> {
  const owner = new pg.Client({ connectionString: evidence.ownerUrl });
  await owner.connect();
  await owner.query(`
    create function walk_${table}(row_id uuid, steps int) returns text[] language plpgsql as $$
    declare was ${type}; s ${type}; seen text[] := '{}'; told text; states ${type}[] := enum_range(null::${type});
    begin
      for round in 1..steps / 20 loop
        begin
          for step in 1..20 loop
            select state into was from ${table} where ${id} = row_id;
            s := states[1 + floor(random() * cardinality(states))];
            continue when s = was;
            begin
              update ${table} set state = s ${along} where ${id} = row_id;
              told := was || ' > ' || s || ' done';
            exception when restrict_violation then
              told := was || ' > ' || s || ' refused';
            end;
            if told <> all(seen) then seen := seen || told; end if;
          end loop;
          raise exception 'back to the start' using errcode = 'UE000';
        exception when sqlstate 'UE000' then null;
        end;
      end loop;
      return seen;
    end $$`);
  await owner.end();
}

/** A random walk of so many steps as the role of the service; returns the moves that were taken and those that were refused. */
export async function walkTable({ db }: Evidence, { table }: Machine, rowId: string, steps: number) {
  const seen = new Set<string>();
  // In portions, because of the statement timeout.
  for (let left = steps; left > 0; left -= 2000) {
    const { rows } = await db.pool.query<{ seen: string[] }>(`select walk_${table}($1, $2) as seen`, [
      rowId,
      Math.min(left, 2000),
    ]);
    for (const move of rows[0]?.seen ?? []) seen.add(move);
  }
  const of = (outcome: string) =>
    [...seen].filter((move) => move.endsWith(outcome)).map((move) => move.slice(0, -outcome.length - 1));
  return { done: of('done').sort(), refused: of('refused').sort() };
}
