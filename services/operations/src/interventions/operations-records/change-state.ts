import type { Actor } from '@trust/contracts/actor';
import type { RequestInfo } from '@trust/service-kit/request-info';
import { audit, type Trx } from '../../app.ts';
import type { WorkState } from '../../db/schema.ts';
import { assertNotOwnProvider } from '../../from-other-services/representatives/assert-not-own-provider.ts';
import { markResolved, markStarted, type RecordRow, type RecordTable } from './queries.ts';
import { assertCanBecome } from './states.ts';

type Input = { actor: Actor; body: { reason: string }; request: RequestInfo };
type Asking = { actor: Actor; now: () => Date };

/** Throws 404 without a record, 400 if its state does not allow the next one, and 409 to who represents its provider. */
export async function assertMayBecome<Row extends { state: WorkState; provider_id: string | null }>(
  trx: Trx,
  to: WorkState,
  record: Row | undefined,
  { actor, now }: Asking,
): Promise<Row> {
  assertCanBecome(to, record);
  await assertNotOwnProvider(trx, actor, { providerId: record.provider_id, at: now() });
  return record;
}

type Change<Table extends RecordTable> = { table: Table; before: RecordRow<Table>; at: Date };

/** The actor becomes the assignee. `assertMayBecome` has checked the locked record. */
export async function startRecord<Table extends RecordTable>(trx: Trx, input: Input, change: Change<Table>) {
  const { table, before, at } = change;
  const after = await markStarted(trx, table, { id: before.id, by: input.actor.userId, at });
  await auditChange(trx, input, change, after);
  return after;
}

/** The reason becomes the resolution. `assertMayBecome` has checked the locked record. */
export async function resolveRecord<Table extends RecordTable>(trx: Trx, input: Input, change: Change<Table>) {
  const { table, before, at } = change;
  const resolution = input.body.reason;
  const after = await markResolved(trx, table, { id: before.id, by: input.actor.userId, at, resolution });
  await auditChange(trx, input, change, after);
  return after;
}

function auditChange<Table extends RecordTable>(
  trx: Trx,
  input: Input,
  { table, before }: Change<Table>,
  after: RecordRow<Table>,
): Promise<void> {
  return audit(trx, input, {
    objectType: table,
    objectId: after.id,
    reason: input.body.reason,
    before: { state: before.state },
    after: { state: after.state },
  });
}
