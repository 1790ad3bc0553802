import { sql } from 'kysely';
import type { Db } from '../app.ts';

const most = 20;

export type PossibleDuplicate = {
  id: string;
  public_provider_id: string;
  display_name: string;
  state: 'draft' | 'active' | 'suspended';
  same_name: boolean;
  same_website: boolean;
};

/** Providers that are not closed and have the same name or website, as `provider_name_key` and `provider_website_key` compare them. */
export async function findPossibleDuplicates(db: Db, providerId: string): Promise<PossibleDuplicate[]> {
  const { rows } = await sql<PossibleDuplicate>`
    with this as materialized (
      select id, provider_name_key(display_name) as name_key, provider_website_key(website) as website_key
      from provider where id = ${providerId} and state <> 'closed'
    ), found as (
      select o.*, true as same_name, false as same_website
      from this join provider o on provider_name_key(o.display_name) = this.name_key and o.state <> 'closed'
      union all
      select o.*, false, true
      from this join provider o on provider_website_key(o.website) = this.website_key
        and o.state <> 'closed' and o.website is not null
    )
    select id, public_provider_id, display_name, state, bool_or(same_name) as same_name, bool_or(same_website) as same_website
    from found where id <> ${providerId}
    group by id, public_provider_id, display_name, state, created_at order by created_at, id limit ${most}`.execute(db);
  return rows;
}
