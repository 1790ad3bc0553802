import type { Actor } from '@trust/contracts/actor';
import type { RequestInfo } from '@trust/service-kit/request-info';
import { audit, type Trx } from '../../app.ts';
import { assertNotOwnProvider } from '../../from-other-services/representatives/assert-not-own-provider.ts';
import { markResolved, markStarted, type RecordRow, type RecordTable } from './queries.ts';

type Input = { actor: Actor; body: { reason: string }; request: RequestInfo };
type Change<Table extends RecordTable> = { table: Table; before: RecordRow<Table>; at: Date };

/** The actor becomes the assignee. `assertCanBecome` has checked the locked record. */
export async function startRecord<Table extends RecordTable>(trx: Trx, input: Input, change: Change<Table>) {
  const { table, before, at } = change;
  await assertNotOwn(trx, input, change);
  const after = await markStarted(trx, table, { id: before.id, by: input.actor.userId, at });
  await auditChange(trx, input, change, after);
  return after;
}

/** The reason becomes the resolution. `assertCanBecome` has checked the locked record. */
export async function resolveRecord<Table extends RecordTable>(trx: Trx, input: Input, change: Change<Table>) {
  const { table, before, at } = change;
  await assertNotOwn(trx, input, change);
  const resolution = input.body.reason;
  const after = await markResolved(trx, table, { id: before.id, by: input.actor.userId, at, resolution });
  await auditChange(trx, input, change, after);
  return after;
}

function assertNotOwn<Table extends RecordTable>(trx: Trx, { actor }: Input, { before, at }: Change<Table>) {
  return assertNotOwnProvider(trx, actor, { providerId: before.provider_id, at });
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
