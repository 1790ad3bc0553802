import { sql } from 'kysely';
import type { Trx } from '../../src/app.ts';
import { processingTransitions } from '../../src/items/versions/processing.ts';
import { intentTransitions, sessionTransitions } from '../../src/upload/intents/states.ts';
import { makeCase, makeIntent, submitById } from '../make.ts';
import type { Evidence } from '../service.ts';

const restrictViolation = '23001';

type Table = 'upload_intent' | 'upload_session' | 'evidence_processing';

export type Machine = {
  table: Table;
  id: string;
  type: string;
  initial: string;
  transitions: Record<string, readonly string[]>;
  assignments: string;
};

export const machines: readonly Machine[] = [
  {
    table: 'upload_intent',
    id: 'id',
    type: 'intent_state',
    initial: 'open',
    transitions: intentTransitions,
    assignments: `, retryable_since = case when s = 'retryable' then now() end`,
  },
  {
    table: 'upload_session',
    id: 'id',
    type: 'session_state',
    initial: 'requested',
    transitions: sessionTransitions,
    assignments: '',
  },
  {
    table: 'evidence_processing',
    id: 'version_id',
    type: 'processing_state',
    initial: 'pending_scan',
    transitions: processingTransitions,
    assignments: `, next_scan_at = case when s = 'pending_scan' then now() end,
      refusal = case s when 'refused' then 'damaged' when 'lost' then 'lost' end`,
  },
];

export async function makeRow(evidence: Evidence, table: Table): Promise<string> {
  const made = await makeCase(evidence);
  if (table === 'evidence_processing') return (await submitById(evidence, made)).evidenceVersionId;
  const intent = await makeIntent(evidence, made);
  return table === 'upload_intent' ? intent.id : intent.session.id;
}

export function pathsOf({ initial, transitions }: Machine): Map<string, string[]> {
  const paths = new Map([[initial, [] as string[]]]);
  for (const [state, path] of paths)
    for (const next of transitions[state] ?? []) if (!paths.has(next)) paths.set(next, [...path, next]);
  return paths;
}

/** As the app role; false if a trigger rejects it. */
export async function setState(trx: Trx, machine: Machine, rowId: string, state: string): Promise<boolean> {
  const { table, id, type, assignments } = machine;
  await sql`savepoint move`.execute(trx);
  try {
    const set = assignments.replaceAll(/\bs\b/g, `'${state}'`);
    await sql`update ${sql.table(table)} set state = ${sql.lit(state)}::${sql.raw(type)} ${sql.raw(set)}
      where ${sql.ref(id)} = ${rowId}`.execute(trx);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== restrictViolation) throw error;
    await sql`rollback to savepoint move`.execute(trx);
    return false;
  }
}

class RolledBack extends Error {}

export async function inRollback({ db }: Evidence, work: (trx: Trx) => Promise<void>): Promise<void> {
  const rolledBack = db.transact(async (trx) => {
    await work(trx);
    throw new RolledBack();
  });
  await rolledBack.catch((error) => {
    if (!(error instanceof RolledBack)) throw error;
  });
}
