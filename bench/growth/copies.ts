import type { Client } from 'pg';
import type { Table } from './tables.ts';

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

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const instant = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
/** Copies leave these out: the platform keeps them about itself, or writes them once. */
const isShared =
  /^(kysely|platform|migration)_|^(partitioned_table|delivery|outbox|inbox|inbox_\w+|idempotency_key|rate_limit|snapshot_run|stream_position|event_flow|audit_announced|audit_checkpoint|audit_tree_node|dead_letter|open_refusal|signing_key|publication_gate|override_\w+|dev_mailbox_message|refresh_reply|scan_turn|store_\w+|spatial_ref_sys|operator|operator_\w+|challenge|aggregate_sequence|access_token|refresh_token|known_device|data_key|name_key|review_grant|evidence_read|delivery_attempt|claim_version)$/;
/** A copy gets only the first few rows of these; no other row refers to them. */
const shortened: Record<string, number> = { audit_entry: 2, notification: 3, timeline_entry: 6 };

/** An id of copy `n`, in the order of creation like every id of the platform (UUIDv7). */
export const copyOf = (id: string, n: string) =>
  `(lpad(to_hex(1700000000000 + ${n}), 12, '0') || '7' || overlay(substr(md5('${id}' || ${n}), 1, 19) placing '8' from 4))::uuid`;

const batch = 20_000;

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
const share = (use: number, n: string) => `((hashint8extended(${n}::bigint, ${use}) & 2147483647) / 2147483648.0)`;

/** Call it before the first copy: it tells original rows from copies by their transaction. */
export async function readTemplate(client: Client, tables: Table[], { transactions }: Template): Promise<TemplateRows> {
  const found: TemplateRows = [];
  for (const table of tables) {
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

/**
 * Inserts copies `from` to `to`, in a session without triggers, keys and secondary indexes. Ids are computed once per
 * copy and not once per use, because hashes took most of the time.
 */
export async function insertCopies(
  client: Client,
  template: Template,
  rowsOf: TemplateRows,
  { from, to }: { from: number; to: number },
): Promise<number> {
  const ids = new Ids(template);
  const inserts: string[] = [];
  for (const { table, rows } of rowsOf) {
    const counters = await countersOf(client, table);
    for (const [index, { place, row }] of rows.entries()) {
      const count = (first: number) => `${first + index} + (n - ${from}) * ${rows.length}`;
      const values = copiedRow(table, row, { ids, spread: spreadOf(table.name, template) }, counters, count);
      if (!values) continue;
      const names = [...values.keys()].map((name) => `"${name}"`);
      inserts.push(`insert into "${table.name}" (${names.join(', ')}) select ${[...values.values()].join(', ')}
        from made, (select * from "${table.name}" where ctid = '${place}') t`);
    }
  }
  let inserted = 0;
  for (let first = from; first <= to; first += batch) {
    await client.query(`drop table if exists made`);
    await client.query(`create temporary table made as
      select n,
        -6 + 12 * ${share(10, 'city')} + 0.3 * (${share(3, 'n')} + ${share(4, 'n')} - 1) as dx,
        -6.5 + 9 * ${share(11, 'city')} + 0.2 * (${share(5, 'n')} + ${share(6, 'n')} - 1) as dy
        ${ids.columns()}
      from (select n::bigint, floor(200 ^ ${share(8, 'n')})::bigint as city
        from generate_series(${first}, ${Math.min(to, first + batch - 1)}) n) one`);
    await client.query('analyze made');
    for (const insert of inserts) inserted += (await client.query(insert)).rowCount ?? 0;
  }
  return inserted;
}

/** The platform deletes what is older. */
const kept: Record<string, number> = { session: 20 * 86_400 };

const spreadOf = (table: string, { spreadSeconds }: Template) => Math.min(spreadSeconds, kept[table] ?? spreadSeconds);

/** Columns of `made` with the ids of a copy. */
class Ids {
  readonly #template: Template;
  readonly #columns = new Map<string, string>();

  constructor(template: Template) {
    this.#template = template;
  }

  copied(id: string): Copied | undefined {
    if (this.#template.mine.has(id)) return { text: this.#columnOf(copyOf(id, 'n')), isNew: true };
    if (this.#template.operators.has(id)) return { text: this.#columnOf(copyOf(id, '(n % 200)')), isNew: false };
    return undefined;
  }

  columns(): string {
    return [...this.#columns].map(([expression, name]) => `, ${expression} as ${name}`).join('');
  }

  #columnOf(expression: string): string {
    const name = this.#columns.get(expression) ?? `id${this.#columns.size}`;
    this.#columns.set(expression, name);
    return name;
  }
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
  making: Making,
  counters: Map<string, number>,
  count: (first: number) => string,
): Map<string, string> | undefined {
  const values = new Map<string, string>();
  const changed = new Set<string>();
  for (const { name, type, isIdentity } of table.columns) {
    const first = counters.get(name);
    if (isIdentity || first !== undefined) changed.add(name);
    if (isIdentity) continue;
    const copied = first === undefined ? copiedValue(`t."${name}"`, row[name], type, making) : count(first);
    if (typeof copied === 'object' && copied.isNew) changed.add(name);
    values.set(name, typeof copied === 'string' ? copied : (copied?.text ?? `t."${name}"`));
  }
  for (const unique of table.uniques) {
    if (unique.some((name) => changed.has(name) || row[name] === null)) continue;
    const ofType = (type: string) =>
      unique.findLast((one) => table.columns.some((column) => column.name === one && column.type === type));
    const name = ofType('bytea') ?? ofType('text');
    if (!name) return undefined;
    const isText = table.columns.find((column) => column.name === name)?.type === 'text';
    values.set(
      name,
      isText ? copiedName(`t."${name}"`, String(row[name])) : `sha256(t."${name}" || ${bytesOf('n::text')})`,
    );
  }
  return values;
}

const shift = ({ spread }: Making) => `((n * -7919) % ${spread}) * interval '1 second'`;

const bytesOf = (text: string) => `convert_to(${text}, 'UTF8')`;

/** An object name has 64 hexadecimal digits; a public id never contains the digit 0. */
function copiedName(column: string, value: string): string {
  if (/^[0-9a-f]{64}$/.test(value)) return `encode(sha256(${bytesOf(`${column} || n`)}), 'hex')`;
  return `left(translate(md5(${column} || n), '0', 'g'), ${value.length})`;
}

type Copied = { text: string; isNew: boolean };
/** `spread`: seconds. */
type Making = { ids: Ids; spread: number };

function copiedValue(column: string, value: unknown, type: string, making: Making): Copied | undefined {
  if (value === null || value === undefined) return undefined;
  const { ids } = making;
  switch (type) {
    case 'uuid':
      return ids.copied(String(value));
    case '_uuid': {
      const parts = (value as string[]).map((id) => ids.copied(id) ?? { text: literal(id), isNew: false });
      return {
        text: `array[${parts.map(({ text }) => text).join(', ')}]::uuid[]`,
        isNew: parts.some((part) => part.isNew),
      };
    }
    case 'timestamptz':
    case '_timestamptz':
      return Array.isArray(value)
        ? {
            text: `array[${value.map((at) => `${literal(String(at))}::timestamptz + ${shift(making)}`).join(', ')}]`,
            isNew: false,
          }
        : { text: `${literal(String(value))}::timestamptz + ${shift(making)}`, isNew: false };
    case 'date':
      return { text: `(${literal(String(value))}::timestamp + ${shift(making)})::date`, isNew: false };
    case 'text':
    case 'jsonb':
      return copiedText(type === 'jsonb' ? JSON.stringify(value) : String(value), type, making);
    // To one of 200 cities.
    case 'geography':
    case 'geometry':
      return { text: `st_translate(${column}::geometry, dx, dy)::${type}`, isNew: false };
    default:
      return undefined;
  }
}

function copiedText(text: string, type: string, making: Making): Copied | undefined {
  const parts: string[] = [];
  let [end, isNew] = [0, false];
  for (const match of text.matchAll(new RegExp(`${uuid.source}|${instant.source}`, 'g'))) {
    const isTime = match[0].endsWith('Z');
    const id = isTime ? undefined : making.ids.copied(match[0]);
    if (!isTime && !id) continue;
    parts.push(literal(text.slice(end, match.index)));
    parts.push(
      id
        ? `${id.text}::text`
        : `to_char((${literal(match[0])}::timestamptz + ${shift(making)}) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    );
    end = match.index + match[0].length;
    isNew ||= id?.isNew ?? false;
  }
  if (end === 0) return undefined;
  return { text: `(${[...parts, literal(text.slice(end))].join(' || ')})::${type}`, isNew };
}
