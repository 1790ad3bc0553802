import { sql } from 'kysely';
import type { App, Trx } from '../app.ts';
import { findVersions } from '../registration/display-names/queries.ts';
import { findRegisteredNames } from './own-registered-names.ts';

type Representation = { id: string; providerId: string; provider: object | null };

/**
 * What a person wrote or may read as a representative. Who no longer represents the provider reads nothing that it holds now
 * (docs/domain/erasure.md 40).
 */
export async function findRepresentations(trx: Trx, app: App, userId: string): Promise<unknown[]> {
  const { rows } = await sql<Representation>`
    select r.id, r.provider_id as "providerId", case when r.ended_at is null then p.display_name end as "displayName", p.public_name as "publicName", r.role, r.assigned_at as "assignedAt", r.ended_at as "endedAt",
      st_asgeojson(b.position)::jsonb as "privateBase", b.address_label as "privateBaseLabel",
      st_asgeojson(a.area)::jsonb as "serviceArea",
      st_asgeojson(m.position)::jsonb as "publicPremises", m.address_label as "publicPremisesLabel",
      c.consented_at as "publicPremisesConsentedAt",
      case when r.role = 'owner' and r.ended_at is null then jsonb_build_object('kind', p.kind, 'state', p.state, 'summary', p.summary, 'website', p.website,
        'languages', p.languages) end as provider
    from representative r join provider p on p.id = r.provider_id
    left join private_base b on b.provider_id = p.id and b.entered_by = r.user_id and r.ended_at is null
    left join premises_consent c on c.provider_id = p.id and c.person_id = r.user_id
    left join public_premises m on m.provider_id = c.provider_id
    left join service_area a on a.provider_id = p.id and a.set_by = r.user_id and r.ended_at is null
    where r.user_id = ${userId} order by r.assigned_at`.execute(trx);
  const named = [];
  const registered = await findRegisteredNames(trx, app, userId);
  for (const { id, provider, ...row } of rows) {
    const names = provider && (await namesOf(trx, app, row.providerId));
    named.push({ ...row, provider: provider && { ...provider, names }, registeredNames: registered.get(id) ?? [] });
  }
  return named;
}

async function namesOf(trx: Trx, app: App, providerId: string) {
  return (await findVersions(trx, app, providerId)).map(({ row, words }) => {
    return {
      name: words?.name ?? null,
      summary: words?.summary ?? null,
      website: words?.website ?? null,
      state: row.state,
      requestedAt: row.requested_at,
      endedAt: row.ended_at,
      refusedAt: row.refused_at,
    };
  });
}
