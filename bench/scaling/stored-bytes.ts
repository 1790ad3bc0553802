import { serviceDatabases } from '../../deploy/local/services.ts';
import type { Platform } from '../../test/platform.ts';

type Part = { service: string; table: string; bytes: number };

/** Their rows are deleted within five weeks (ADR 0135); those of all other tables stay for longer. */
const passing: Record<string, string> = { idempotency_key: 'stored answers', outbox: 'outboxes', inbox: 'inboxes' };
const auditLog = 'audit log';
const parts = [...Object.values(passing), auditLog];

/** The rows of the table of what a provider takes. */
export const storedParts = [
  'in all, with the space that updates and deletions have left',
  'in all, without it',
  ...parts,
  ...serviceDatabases.map((service) => `all other tables of ${service}`),
  `after five weeks, without ${Object.values(passing).join(', ')}`,
];

/** The growth of each of `storedParts` by `work`, in bytes. Table files are compacted before and after it. */
export async function growthOf(platform: Platform, work: () => Promise<void>): Promise<number[]> {
  await compact(platform);
  const before = sumsOf(await listTables(platform));
  await work();
  const withSpace = sumsOf(await listTables(platform)).all;
  await compact(platform);
  const after = sumsOf(await listTables(platform));
  const grown = after.byPart.map((bytes, index) => bytes - (before.byPart[index] ?? 0));
  return [withSpace - before.all, after.all - before.all, ...grown, after.staying - before.staying];
}

function sumsOf(tables: Part[]) {
  const bytesOf = (isWanted: (part: Part) => boolean) =>
    tables.filter(isWanted).reduce((sum, { bytes }) => sum + bytes, 0);
  const nameOf = ({ table }: Part) => (table === 'audit_entry' ? auditLog : passing[table]);
  return {
    all: bytesOf(() => true),
    staying: bytesOf(({ table }) => passing[table] === undefined),
    byPart: [
      ...parts.map((name) => bytesOf((part) => nameOf(part) === name)),
      ...serviceDatabases.map((service) => bytesOf((part) => part.service === service && nameOf(part) === undefined)),
    ],
  };
}

async function compact(platform: Platform): Promise<void> {
  for (const service of serviceDatabases) await platform.rows(service, 'vacuum full');
}

/** Bytes with indexes and TOAST. A partition counts as its table. */
async function listTables(platform: Platform): Promise<Part[]> {
  const lists = await Promise.all(
    serviceDatabases.map(async (service) => {
      const rows = await platform.rows<{ table: string; bytes: number }>(
        service,
        `select coalesce(parent.relname, c.relname) as table, sum(pg_total_relation_size(c.oid))::float8 as bytes
        from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class parent on parent.oid = i.inhparent
        where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by 1`,
      );
      return rows.map((row) => ({ service, ...row }));
    }),
  );
  return lists.flat();
}
