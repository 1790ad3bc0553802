import { isOlder, type PageWindow, type TimeAndId } from '@trust/service-kit/database/page-window';
import type { Insertable, Selectable, SelectQueryBuilder } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { DB, Escalation, EscalationReason, WorkState } from '../../db/schema.ts';
import { isVisible } from './is-visible.ts';
import type { Scope } from './scope.ts';

export type EscalationRow = Selectable<Escalation>;

export function insertEscalation(trx: Trx, row: Insertable<Escalation>): Promise<EscalationRow> {
  return trx.insertInto('escalation').values(row).returningAll().executeTakeFirstOrThrow();
}

export function findEscalation(db: Db, id: string, scope: Scope) {
  return visible(db.selectFrom('escalation').selectAll(), scope).where('id', '=', id).executeTakeFirst();
}

export function lockEscalation(trx: Trx, id: string, scope: Scope) {
  return visible(trx.selectFrom('escalation').selectAll(), scope).where('id', '=', id).forUpdate().executeTakeFirst();
}

type Filter = {
  scope: Scope;
  state?: WorkState | undefined;
  reasonCode?: EscalationReason | undefined;
  subjectId?: string | undefined;
};

export function findEscalations(
  db: Db,
  { scope, state, reasonCode, subjectId }: Filter,
  { after, limit }: PageWindow<TimeAndId>,
) {
  let query = visible(db.selectFrom('escalation').selectAll(), scope);
  if (state) query = query.where('state', '=', state);
  if (reasonCode) query = query.where('reason_code', '=', reasonCode);
  if (subjectId) query = query.where('subject_id', '=', subjectId);
  query = query.where(isOlder('opened_at', 'id', after));
  return query.orderBy('opened_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

function visible<Output>(query: SelectQueryBuilder<DB, 'escalation', Output>, scope: Scope) {
  return query.where(isVisible(scope));
}
