import type { PageWindow } from '@trust/service-kit/database/page-window';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../app.ts';
import { countsBy, countsOfWork } from '../state-counts.ts';
import type { ProviderFilter } from './schema.ts';

export type StateCount = { state: string; count: number };

export type ProviderRow = Record<'private_base' | 'public_premises' | 'service_area', boolean> & {
  provider_id: string;
  public_provider_id: string;
  display_name: string;
  state: 'draft' | 'active' | 'suspended' | 'closed';
  publication: 'unpublished' | 'published' | 'withheld';
  has_profile: boolean;
  is_complete: boolean;
  active_services: number;
  possible_duplicate: boolean;
  categories: { key: string; label: Record<string, string> | null }[];
};
export type CountedRow = ProviderRow &
  Record<'cases' | 'evidence' | 'uploads', StateCount[]> & {
    claims: { status: string; count: number }[];
  };

export type ProviderWindow = PageWindow<readonly [providerId: string]>;

/** Newest first. */
export function findProviders(db: Db, filter: ProviderFilter, window: ProviderWindow): Promise<ProviderRow[]> {
  return rowsOf(db, sql`select ${facts} from (${pageOfProviders(filter, window)}) p order by p.provider_id desc`);
}

export function findCountedProviders(db: Db, filter: ProviderFilter, window: ProviderWindow): Promise<CountedRow[]> {
  return rowsOf(
    db,
    sql`
    select ${facts}, ${counts(filter.asOf)} from (${pageOfProviders(filter, window)}) p order by p.provider_id desc`,
  );
}

export async function findCountedProvider(
  db: Db,
  { providerId, asOf, ownProviders }: { providerId: string; asOf: Date; ownProviders: string[] },
): Promise<CountedRow | undefined> {
  const [row] = await rowsOf<CountedRow>(
    db,
    sql`select ${facts}, ${counts(asOf)} from provider_label p
      where p.provider_id = ${providerId} and ${isListed(ownProviders)}`,
  );
  return row;
}

async function rowsOf<Row>(db: Db, query: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await query.execute(db);
  return rows as Row[];
}

/** A row without a state waits for its first event or snapshot. */
function isListed(ownProviders: string[]) {
  return sql`p.state is not null and p.provider_id <> all(${ownProviders}::uuid[])`;
}

/** Exported for the test of its plan. */
export function pageOfProviders(filter: ProviderFilter, { after, limit }: ProviderWindow): RawBuilder<unknown> {
  const { words, state, publication, isComplete, caseState, categoryKey, publicProviderId } = filter;
  const conditions = [
    isListed(filter.ownProviders),
    words !== undefined && sql`p.provider_id in (select found.provider_id from found)`,
    state !== undefined && sql`p.state = ${state}`,
    publication !== undefined && sql`p.publication = ${publication}`,
    isComplete !== undefined && sql`p.is_complete = ${isComplete}`,
    caseState !== undefined &&
      sql`p.provider_id in (select c.provider_id from triage_case c where c.state = ${caseState} and not ${isLapsed(sql`c`, filter.asOf)})`,
    categoryKey !== undefined &&
      sql`p.provider_id in (select s.provider_id from provider_service s where s.category_key = ${categoryKey} and s.is_active)`,
    publicProviderId !== undefined && sql`p.public_provider_id = ${publicProviderId}`,
    after !== undefined && sql`p.provider_id < ${after[0]}::uuid`,
  ].filter((condition) => condition !== false);
  // Materialized: the planner would walk all providers in order, looking for a rare word.
  const found = sql`with found as materialized (
    select provider_id from provider_label where to_tsvector('simple', search_words) @@ to_tsquery('simple', ${words ?? ''})
  )`;
  return sql`${words === undefined ? sql`` : found} select p.* from provider_label p where ${sql.join(conditions, sql` and `)}
    order by p.provider_id desc limit ${limit}`;
}

function isLapsed(row: RawBuilder<unknown>, asOf: Date) {
  return sql`(${row}.state = 'awaiting_correction' and coalesce(${row}.correction_due_at <= ${asOf}, false))`;
}

const facts = sql`p.provider_id, p.public_provider_id, p.display_name, p.state, p.publication, p.has_profile, p.is_complete,
  p.active_services, p.private_base_configured as private_base, p.public_premises_configured as public_premises,
  p.service_area_configured as service_area,
  coalesce((
    select jsonb_agg(jsonb_build_object('key', s.category_key, 'label', v.category_label) order by s.category_key)
    from provider_service s left join requirement_version v on v.id = s.requirement_version_id
    where s.provider_id = p.provider_id and s.is_active
  ), '[]') as categories,
  exists (
    select from possible_duplicate d left join provider_label other on other.provider_id = d.other_provider_id
    where d.provider_id = p.provider_id and (other.is_closed is not true or d.is_of_closed)
  ) as possible_duplicate`;

function counts(asOf: Date) {
  const of = sql`k.provider_id = p.provider_id`;
  const state = sql`case when ${isLapsed(sql`k`, asOf)} then 'expired' else k.state end`;
  return sql`${countsBy({ state, table: sql`triage_case`, of })} as cases, ${countsOfWork(of, asOf)}`;
}
