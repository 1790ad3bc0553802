import type { Client } from 'pg';

/** Providers that are inserted together: the temporary tables of a batch stay in memory. */
const batchSize = 50_000;
const categories = 30;
const shareOfPublished = 0.78;

/**
 * Inserts providers `from` to `to`, numbered from 1, for searches, the same each time: 200 cities and 30 categories of
 * unequal size, premises, polygons of 8 to 64 corners, 1 to 4 claims. A rebuild adds their listings.
 */
export async function fillProviders(owner: Client, { from = 1, to }: { from?: number; to: number }): Promise<void> {
  if (from === 1) for (const statement of shared) await owner.query(statement);
  for (let first = from; first <= to; first += batchSize) {
    const last = Math.min(to, first + batchSize - 1);
    await owner.query(`select set_config('fill.from', $1, false), set_config('fill.to', $2, false)`, [first, last]);
    for (const statement of perBatch) await owner.query(statement);
  }
  await owner.query('analyze');
}

const uuidOf = (text: string) => `overlay(overlay(md5(${text}) placing '4' from 13) placing '8' from 17)::uuid`;
/** A number from 0 to 1 that depends on `n` and on what it is for. */
const share = (use: number, n = 'n') => `((hashint8extended(${n}::bigint, ${use}) & 2147483647) / 2147483648.0)`;

const shared = [
  `update publication_gate set state = 'open', changed_at = now() - interval '1 day'`,
  `insert into category (key, label)
   select 'trade-' || n, jsonb_build_object('en', 'Trade ' || n, 'fr', 'Métier ' || n) from generate_series(1, ${categories}) n`,
  `insert into requirement_version (id, category_key, number, policy_version, requirements)
   select ${uuidOf(`'trade ' || n`)}, 'trade-' || n, 1, v.policy_version, v.requirements
   from generate_series(1, ${categories}) n,
     (select * from requirement_version where category_key = 'electrician' and state = 'active') v`,
  `update requirement_version set state = 'active', activated_at = now() where category_key like 'trade-%'`,
];

const perBatch = [
  'drop table if exists made',
  // A share of 1/rank for each city and category: `200 ^ share` is a rank.
  `create temporary table made as
   select n, ${uuidOf(`'provider ' || n`)} as id, 'trade-' || floor(${categories} ^ ${share(1)})::int as category,
     case when ${share(2)} < 0.3 then 'premises' when ${share(2)} < 0.9 then 'travels' else 'remote' end::operating_model as model,
     st_setsrid(st_makepoint(
       -4 + 12 * ${share(10, 'city')} + 0.3 * (${share(3)} + ${share(4)} - 1),
       42 + 9 * ${share(11, 'city')} + 0.2 * (${share(5)} + ${share(6)} - 1)), 4326) as place,
     2000 + 28000 * ${share(7)} as reach
   from (select n, floor(200 ^ ${share(8)})::int as city
         from generate_series(current_setting('fill.from')::int, current_setting('fill.to')::int) n) one`,
  `insert into provider (id, public_provider_id, display_name, kind, operating_model, summary, languages, created_at, changed_at)
   select id, substr(translate(md5('public ' || n), '0', 'g'), 1, 22), 'Provider ' || n, 'organisation', model,
     'Work number ' || n || ' on ' || (array['roofs', 'pumps', 'boilers', 'lifts', 'gates'])[1 + n % 5]
       || case when n % 1000 = 0 then ' and windmills' else '' end,
     case when n % 1000 = 1 then '{eu}' when n % 10 = 0 then '{de,fr}' when n % 3 = 0 then '{fr,en-GB}' else '{fr}' end::text[],
     now() - interval '2 days', now() - interval '2 days' from made`,
  `insert into service_selection (id, provider_id, category_key, requirement_version_id, selected_at)
   select ${uuidOf(`'selection ' || n`)}, id, category, ${uuidOf(`replace(category, '-', ' ')`)}, now() - interval '2 days' from made`,
  `insert into availability (selection_id, state, next_available_at, changed_at)
   select ${uuidOf(`'selection ' || n`)},
     case when n % 10 < 5 then 'available' when n % 10 < 7 then 'limited' else 'paused' end::availability_state,
     case when n % 10 in (5, 6) then now() + (1 + n % 60) * interval '1 day' end, now() - interval '2 days'
   from made where n % 10 < 9`,
  `insert into claim (claim_id, provider_id, category_key, requirement_key, type, statement, method, source_kind, status,
     limitations, policy_version, checked_on, valid_from, valid_until, changed_at)
   select ${uuidOf(`'claim ' || n || ' ' || k`)}, id, category, 'requirement-' || k,
     (array['liability_insurance', 'trade_qualification', 'business_registered', 'identity_confirmed'])[k],
     '{"en": "It was checked.", "fr": "Cela a été contrôlé."}', 'document_review', 'insurer_document', 'active', '{Nothing else.}',
     '2026-11', current_date - 30, now() - interval '1 day', now() + (1 + 364 * ${share(9, 'n * 4 + k')}) * interval '1 day',
     now() - interval '2 days'
   from made cross join lateral generate_series(1, 1 + n % 4) k`,
  `with shown as (
     insert into public_premises (provider_id, position)
     select id, place::geography from made where model = 'premises' returning provider_id)
   insert into premises_consent (provider_id, person_id, consented_at)
   select provider_id, gen_random_uuid(), now() from shown`,
  // Half a circle of 32 corners, half a polygon of 8 to 64 corners at unequal distances.
  `insert into service_area (provider_id, area, changed_at)
   select id, case when n % 2 = 0 then st_buffer(place::geography, reach, 8)
     else (select st_makepolygon(st_makeline(array_agg(corner order by k) || (array_agg(corner order by k))[1])) from (
       select k, st_project(place::geography, reach * (0.6 + 0.4 * ${share(12, 'n * 64 + k')}), 2 * pi() * k / corners)::geometry as corner
       from generate_series(0, corners - 1) k) ring)::geography end, now()
   from (select *, 8 + n % 57 as corners from made where model <> 'premises') travelling`,
  'insert into public_area (provider_id, area) select id, a.area::geometry from service_area a join made on id = provider_id',
  `update provider set state = 'active', revision = revision + 1 where id in (select id from made)`,
  `update provider set publication = 'published', revision = revision + 1
   where id in (select id from made where ${share(13)} < ${shareOfPublished})`,
  // As if an operator had accepted the summaries, which nobody opens.
  `insert into display_name (id, provider_id, sealed, state, requested_at, ended_at)
   select ${uuidOf(`'name ' || n`)}, id, '', 'accepted', now(), now() from made join provider using (id) where publication = 'published'`,
  `update provider p set public_name_id = n.id, public_summary = p.summary, revision = revision + 1
   from display_name n join made on made.id = n.provider_id where p.id = n.provider_id`,
];
