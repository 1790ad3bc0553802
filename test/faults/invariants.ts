import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DatabaseService, serviceDatabases } from '../../deploy/local/services.ts';
import { runningSettings } from '../../deploy/local/settings/running-settings.ts';
import type { Platform } from '../platform.ts';

type Invariant = { service: DatabaseService | 'all'; rule: string; query: string };

const invariants = parse(readFileSync(join(import.meta.dirname, 'invariants.sql'), 'utf8'));

/** Returns what is broken, in plain text; empty if everything holds. Requires that no event is on its way. */
export async function breaches(platform: Platform): Promise<string[]> {
  const checks = invariants.flatMap(({ service, rule, query }) =>
    (service === 'all' ? serviceDatabases : [service]).map(async (name) =>
      (await platform.rows(name, query)).map((row) => `${name}: ${rule}: ${JSON.stringify(row)}`),
    ),
  );
  const found = await Promise.all([...checks, positionsAhead(platform), changedDocuments(platform)]);
  return found.flat();
}

function parse(text: string): Invariant[] {
  const [, ...blocks] = text.split('\n\n');
  return blocks.map((block) => {
    const [, service, rule] = /^-- (\w+): (.+)/.exec(block) ?? [];
    if (!service || !rule) throw new Error(`invariants.sql: a statement without \`-- <database>: <rule>\`:\n${block}`);
    return { service: service as Invariant['service'], rule, query: block };
  });
}

/** A projection cannot have applied more events than its publisher has written. */
async function positionsAhead({ rows }: Platform): Promise<string[]> {
  type Row = { aggregate_id: string; last_seq: string };
  const applied = await Promise.all(
    serviceDatabases.map(async (service) =>
      (await rows<Row>(service, 'select aggregate_id, last_seq from inbox_position')).map((row) => ({
        service,
        ...row,
      })),
    ),
  );
  // Read afterwards, because a scan may end in between.
  const written = new Map<string, number>();
  for (const service of serviceDatabases)
    for (const row of await rows<Row>(service, 'select aggregate_id, last_seq from aggregate_sequence'))
      written.set(`${service}/${row.aggregate_id}`, Number(row.last_seq));
  return applied
    .flat()
    .filter((row) => Number(row.last_seq) > (written.get(row.aggregate_id) ?? 0))
    .map((row) => `${row.service}: applied an event that nobody wrote: ${JSON.stringify(row)}`);
}

/** Promise U2: the stored bytes are those that were confirmed. */
async function changedDocuments({ dataDir, rows }: Platform): Promise<string[]> {
  const folder = runningSettings(dataDir).services.evidence.EVIDENCE_DIR ?? '';
  const versions = await rows<{ id: string; object_key: string; sha256: Buffer }>(
    'evidence',
    `select v.id, v.object_key, v.sha256 from evidence_version v
     join evidence_processing p on p.version_id = v.id where p.state = 'available'`,
  );
  return versions.flatMap(({ id, object_key, sha256 }) => {
    const stored = digestOf(join(folder, 'objects', object_key));
    return stored?.equals(sha256) ? [] : [`evidence: the stored bytes of version ${id} are not the confirmed ones`];
  });
}

function digestOf(file: string): Buffer | undefined {
  try {
    return createHash('sha256').update(readFileSync(file)).digest();
  } catch {
    return undefined;
  }
}
