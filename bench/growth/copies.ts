import type { Client } from 'pg';

/**
 * Rows of one provider, as the platform wrote them, are copied with new ids. `mine`: ids that the template created;
 * `operators`: ids that are spread over 200 operators. Other ids stay, so that copies share catalog and policies.
 */
export type Template = {
  mine: Set<string>;
  operators: Set<string>;
  /** Transactions that wrote it: from, up to and without. */
  transactions: [string, string];
  spreadSeconds: number;
};

type TemplateRow = { place: string; row: Record<string, unknown> };
export type TemplateRows = { table: Table; rows: TemplateRow[] }[];

type Column = { name: string; type: string; isIdentity: boolean };
type Table = { name: string; columns: Column[]; uniques: string[][] };

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const instant = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
/** What the platform keeps about itself, and what it writes once. */
const isShared =
  /^(kysely|platform|migration)_|^(outbox|inbox|inbox_\w+|idempotency_key|rate_limit|snapshot_run|stream_position|event_flow|audit_announced|audit_checkpoint|audit_tree_node|dead_letter|open_refusal|signing_key|publication_gate|override_\w+|dev_mailbox_message|refresh_reply|scan_turn|store_\w+|spatial_ref_sys|operator|operator_\w+|challenge|aggregate_sequence|access_token|refresh_token|known_device|data_key|review_grant|evidence_read|delivery_attempt|claim_version)$/;
/** Of these a copy gets the first few; no other row refers to them. */
const shortened: Record<string, number> = { audit_entry: 2, notification: 3, timeline_entry: 6 };

/** An id of copy `n`, in the order of creation like every id of the platform (UUIDv7). */
export const copyOf = (id: string, n: string) =>
  `(lpad(to_hex(1700000000000 + ${n}), 12, '0') || '7' || overlay(substr(md5('${id}' || ${n}), 1, 19) placing '8' from 4))::uuid`;

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
const share = (use: number, n: string) => `((hashint8extended(${n}::bigint, ${use}) & 2147483647) / 2147483648.0)`;

/** Every id in any uuid column: what exists before a template is not part of it. */
export async function readIds(client: Client): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const table of await readTables(client)) {
    const columns = table.columns.filter(({ type }) => type === 'uuid' || type === '_uuid');
    for (const { name, type } of columns) {
      const value = type === 'uuid' ? `"${name}"` : `unnest("${name}")`;
      const { rows } = await client.query(`select distinct ${value} as id from "${table.name}"`);
      for (const { id } of rows) if (id) ids.add(id);
    }
  }
  return ids;
}

/** Call it before the first copy: it tells original rows from copies by their transaction. */
export async function readTemplate(client: Client, { transactions }: Template): Promise<TemplateRows> {
  const found: TemplateRows = [];
  for (const table of await readTables(client)) {
    if (isShared.test(table.name)) continue;
    const { rows } = await client.query<{ place: string; row: string }>(
      `select ctid::text as place, to_jsonb(t)::text as row from "${table.name}" t
       where xmin::text::bigint >= $1 and xmin::text::bigint < $2 order by ctid limit $3`,
      [...transactions, shortened[table.name] ?? 1000],
    );
    if (rows.length > 0) found.push({ table, rows: rows.map(({ place, row }) => ({ place, row: JSON.parse(row) })) });
  }
  return found;
}

/** Inserts copies `from` to `to`, in a session without triggers, keys and secondary indexes. */
export async function insertCopies(
  client: Client,
  template: Template,
  rowsOf: TemplateRows,
  { from, to }: { from: number; to: number },
): Promise<number> {
  await client.query(`drop table if exists made`);
  await client.query(`create temporary table made as
    select n, -((n * 7919) % ${template.spreadSeconds}) * interval '1 second' as shift,
      -6 + 12 * ${share(10, 'city')} + 0.3 * (${share(3, 'n')} + ${share(4, 'n')} - 1) as dx,
      -6.5 + 9 * ${share(11, 'city')} + 0.2 * (${share(5, 'n')} + ${share(6, 'n')} - 1) as dy
    from (select n::bigint, floor(200 ^ ${share(8, 'n')})::bigint as city from generate_series(${from}, ${to}) n) one`);
  let inserted = 0;
  for (const { table, rows } of rowsOf) {
    const counters = await countersOf(client, table);
    for (const [index, { place, row }] of rows.entries()) {
      const count = (first: number) => `${first + index} + (n - ${from}) * ${rows.length}`;
      const values = copiedRow(table, row, template, counters, count);
      if (!values) continue;
      const names = [...values.keys()].map((name) => `"${name}"`);
      const { rowCount } = await client.query(
        `insert into "${table.name}" (${names.join(', ')}) select ${[...values.values()].join(', ')}
         from made, (select * from "${table.name}" where ctid = '${place}') t order by n`,
      );
      inserted += rowCount ?? 0;
    }
  }
  return inserted;
}

/** The next numbers of keys that are a number without a sequence. */
async function countersOf(client: Client, { name, columns, uniques }: Table): Promise<Map<string, number>> {
  const counters = new Map<string, number>();
  for (const unique of uniques) {
    const column = columns.find((one) => unique.length === 1 && one.name === unique[0]);
    if (column?.type !== 'int8' || column.isIdentity) continue;
    const { rows } = await client.query(`select coalesce(max("${column.name}"), 0)::int8 as last from "${name}"`);
    counters.set(column.name, Number(rows[0].last) + 1);
  }
  return counters;
}

/** Expressions by column; undefined where the row is not the template's own. */
function copiedRow(
  table: Table,
  row: Record<string, unknown>,
  template: Template,
  counters: Map<string, number>,
  count: (first: number) => string,
): Map<string, string> | undefined {
  const values = new Map<string, string>();
  const changed = new Set<string>();
  for (const { name, type, isIdentity } of table.columns) {
    const first = counters.get(name);
    if (isIdentity || first !== undefined) changed.add(name);
    if (isIdentity) continue;
    const copied = first === undefined ? copiedValue(`t."${name}"`, row[name], type, template) : count(first);
    if (typeof copied === 'object' && copied.isNew) changed.add(name);
    values.set(name, typeof copied === 'string' ? copied : (copied?.text ?? `t."${name}"`));
  }
  for (const unique of table.uniques) {
    const isGenerated = (name: string) => !table.columns.some((column) => column.name === name);
    if (unique.some((name) => changed.has(name) || row[name] === null || isGenerated(name))) continue;
    const ofType = (type: string) =>
      unique.findLast((one) => table.columns.some((column) => column.name === one && column.type === type));
    const name = ofType('bytea') ?? ofType('text');
    if (!name) return undefined;
    const isText = table.columns.find((column) => column.name === name)?.type === 'text';
    const length = String(row[name]).length;
    values.set(
      name,
      isText
        ? `left(translate(md5(t."${name}" || n), '0', 'g'), ${length})`
        : `sha256(t."${name}" || convert_to(n::text, 'UTF8'))`,
    );
  }
  return values;
}

type Copied = { text: string; isNew: boolean };

function copiedValue(column: string, value: unknown, type: string, template: Template): Copied | undefined {
  if (value === null || value === undefined) return undefined;
  switch (type) {
    case 'uuid':
      return copiedId(String(value), template);
    case '_uuid': {
      const parts = (value as string[]).map((id) => copiedId(id, template) ?? { text: literal(id), isNew: false });
      return {
        text: `array[${parts.map(({ text }) => text).join(', ')}]::uuid[]`,
        isNew: parts.some((part) => part.isNew),
      };
    }
    case 'timestamptz':
    case '_timestamptz':
      return Array.isArray(value)
        ? {
            text: `array[${value.map((at) => `${literal(String(at))}::timestamptz + shift`).join(', ')}]`,
            isNew: false,
          }
        : { text: `${literal(String(value))}::timestamptz + shift`, isNew: false };
    case 'date':
      return { text: `(${literal(String(value))}::timestamp + shift)::date`, isNew: false };
    case 'text':
    case 'jsonb':
      return copiedText(type === 'jsonb' ? JSON.stringify(value) : String(value), type, template);
    // To one of 200 cities.
    case 'geography':
    case 'geometry':
      return { text: `st_translate(${column}::geometry, dx, dy)::${type}`, isNew: false };
    default:
      return undefined;
  }
}

function copiedId(id: string, { mine, operators }: Template): Copied | undefined {
  if (mine.has(id)) return { text: copyOf(id, 'n'), isNew: true };
  if (operators.has(id)) return { text: copyOf(id, '(n % 200)'), isNew: false };
  return undefined;
}

function copiedText(text: string, type: string, template: Template): Copied | undefined {
  const parts: string[] = [];
  let [end, isNew] = [0, false];
  for (const match of text.matchAll(new RegExp(`${uuid.source}|${instant.source}`, 'g'))) {
    const isTime = match[0].endsWith('Z');
    const id = isTime ? undefined : copiedId(match[0], template);
    if (!isTime && !id) continue;
    parts.push(literal(text.slice(end, match.index)));
    parts.push(
      id
        ? `${id.text}::text`
        : `to_char((${literal(match[0])}::timestamptz + shift) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    );
    end = match.index + match[0].length;
    isNew ||= id?.isNew ?? false;
  }
  if (end === 0) return undefined;
  return { text: `(${[...parts, literal(text.slice(end))].join(' || ')})::${type}`, isNew };
}

async function readTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name,
      (select json_agg(json_build_object('name', a.attname, 'type', y.typname, 'isIdentity', a.attidentity <> '') order by a.attnum)
       from pg_attribute a join pg_type y on y.oid = a.atttypid
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select coalesce(json_agg((
         select json_agg(a.attname) from pg_attribute a where a.attrelid = c.oid and a.attnum = any(i.indkey))), '[]')
       from pg_index i where i.indrelid = c.oid and i.indisunique and i.indexprs is null) as uniques
    from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by c.relname`);
  return rows;
}
