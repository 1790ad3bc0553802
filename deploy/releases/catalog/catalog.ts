import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Named<Value> = Record<string, Value>;

export type Column = {
  table: string;
  column: string;
  type: string;
  isRequired: boolean;
  hasDefault: boolean;
  /** Inserts may not set it. */
  isComputed: boolean;
};
/** Check, unique, primary key, exclusion, foreign key, as `pg_constraint.contype` has them. */
export type Constraint = {
  table: string;
  name: string;
  kind: 'c' | 'u' | 'p' | 'x' | 'f';
  definition: string;
  columns: string[];
};
type UniqueIndex = { table: string; definition: string; columns: string[]; hasExpression: boolean };
type Trigger = { table: string; name: string; definition: string };

export type Catalog = {
  tables: Named<{ rowSecurity: boolean }>;
  columns: Named<Column>;
  constraints: Named<Constraint>;
  uniqueIndexes: Named<UniqueIndex>;
  enumValues: string[];
  /** Effective ones of `service_app`. */
  privileges: string[];
  routines: Named<{ definition: string }>;
  triggers: Named<Trigger>;
  transitions: string[];
};

type Queryable = { query(text: string): Promise<{ rows: { catalog: Catalog }[] }> };

const query = readFileSync(join(import.meta.dirname, 'catalog.sql'), 'utf8');

export async function readCatalog(client: Queryable): Promise<Catalog> {
  const { rows } = await client.query(query);
  if (!rows[0]) throw new Error('The catalog query returned no row.');
  return rows[0].catalog;
}
