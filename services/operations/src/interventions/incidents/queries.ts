import { isOlder, type PageWindow, type TimeAndId } from '@trust/service-kit/database/page-window';
import { type Insertable, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { DB, Incident, IncidentSeverity, WorkState } from '../../db/schema.ts';

export type IncidentRow = Selectable<Incident>;

export function insertIncident(trx: Trx, row: Insertable<Incident>): Promise<IncidentRow> {
  return trx.insertInto('incident').values(row).returningAll().executeTakeFirstOrThrow();
}

export function findIncident(db: Db, id: string, ownProviders: string[]) {
  return notOwn(db.selectFrom('incident').selectAll(), ownProviders).where('id', '=', id).executeTakeFirst();
}

export function lockIncident(trx: Trx, id: string, ownProviders: string[]) {
  return notOwn(trx.selectFrom('incident').selectAll(), ownProviders)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

type Filter = {
  ownProviders: string[];
  state?: WorkState | undefined;
  severity?: IncidentSeverity | undefined;
  providerId?: string | undefined;
};

export function findIncidents(
  db: Db,
  { ownProviders, state, severity, providerId }: Filter,
  { after, limit }: PageWindow<TimeAndId>,
) {
  let query = notOwn(db.selectFrom('incident').selectAll(), ownProviders);
  if (state) query = query.where('state', '=', state);
  if (severity) query = query.where('severity', '=', severity);
  if (providerId) query = query.where('provider_id', '=', providerId);
  query = query.where(isOlder('opened_at', 'id', after));
  return query.orderBy('opened_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

export async function hasProvider(db: Db, providerId: string): Promise<boolean> {
  const found = await db
    .selectFrom('provider_label')
    .select('provider_id')
    .where('provider_id', '=', providerId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Nobody works on a provider that they represent. */
function notOwn<Output>(query: SelectQueryBuilder<DB, 'incident', Output>, ownProviders: string[]) {
  return query.where(sql<boolean>`(provider_id is null or provider_id <> all(${ownProviders}::uuid[]))`);
}

/** Also of a provider that an operator represents: for snapshots. */
export function lockAnyIncident(trx: Trx, id: string) {
  return trx.selectFrom('incident').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}
