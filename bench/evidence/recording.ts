import pg from 'pg';

/** A statement as the service passed it to the driver, with the rows that it returned. */
export type Statement = { text: string; values: unknown[]; rows: Record<string, unknown>[] };

/** Returns a list that grows by every statement that new connections of the pool send. */
export function recordStatements(pool: pg.Pool): Statement[] {
  const statements: Statement[] = [];
  pool.on('connect', (client) => {
    const send = client.query.bind(client) as (...args: unknown[]) => Promise<pg.QueryResult>;
    const query = (text: unknown, values?: unknown[], ...rest: unknown[]) => {
      if (typeof text !== 'string') throw new Error('Cannot record a statement that is not a text with values.');
      const statement: Statement = { text, values: values ?? [], rows: [] };
      statements.push(statement);
      const result = send(text, values, ...rest);
      result.then(
        ({ rows }) => {
          statement.rows = rows;
        },
        () => {},
      );
      return result;
    };
    client.query = query as typeof client.query;
  });
  return statements;
}

/** The types that Postgres infers for the parameters of a statement. */
export async function parameterTypes(client: pg.Client, { text, values }: Statement): Promise<string[]> {
  if (values.length === 0) return [];
  await client.query(`prepare recorded as ${text}`);
  const { rows } = await client.query(
    `select parameter_types::text[] as types from pg_prepared_statements where name = 'recorded'`,
  );
  await client.query('deallocate recorded');
  return rows[0].types;
}

/** A script of pgbench needs the statement on one line, with its values. */
export function withLiterals({ text, values }: Pick<Statement, 'text' | 'values'>): string {
  return text.replace(/\$(\d+)/g, (_all, number) => literalOf(values[Number(number) - 1])).replaceAll('\n', ' ');
}

function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  const list = Array.isArray(value) && `{${value.map((one) => JSON.stringify(one)).join(',')}}`;
  const literal = pg.escapeLiteral(list || (value instanceof Date ? value.toISOString() : String(value)));
  // pgbench takes a colon and a name for a variable; the casts of the statements keep theirs.
  const split = literal.replace(/:(?=[A-Za-z_])/g, `' || chr(58) || '`);
  return split === literal ? literal : `(${split})`;
}
