-- Providers numbered from 1, each with a case that awaits evidence, ten open uploads and five
-- documents of two requirements.
create temporary table p as select generate_series(1, current_setting('bench.providers')::int) as p;
create temporary table pk as select p, k from p, generate_series(1, 15) as k;

insert into requirement (requirement_version_id, key, document_kinds, media_types, max_size_bytes)
select id_of('requirements'), key, '{passport,certificate}', '{application/pdf,image/jpeg}', 15728640
from unnest('{identity,insurance}'::text[]) as key;
insert into service_selection (id, provider_id, category_key, requirement_version_id, state)
select id_of('selection ' || p), id_of('provider ' || p), 'electrician', id_of('requirements'), 'active' from p;
insert into verification_case (id, provider_id, category_key, requirement_version_id, requirement_keys, state)
select id_of('case ' || p), id_of('provider ' || p), 'electrician', id_of('requirements'), '{identity,insurance}',
  'awaiting_evidence' from p;

insert into upload_consent (person_id, policy_key, version, granted, changed_at)
select id_of('person ' || p), 'evidence-processing', '2026-11', true, now() from p;

begin;
insert into upload_intent (id, provider_id, created_by, client_intent_key, case_id, requirement_key, document_kind,
  media_type, size_bytes,
  sha256, state, current_session_id, created_at)
select id_of('old intent ' || p || ' ' || k), id_of('provider ' || p), id_of('person ' || p), 'old ' || k,
  id_of('case ' || p),
  'identity', 'passport', 'application/pdf', 65536, sha256('old'),
    case when k > 10 then 'submitted' else 'open' end::intent_state,
  id_of('old session ' || p || ' ' || k), now() from pk;
insert into upload_session (id, intent_id, provider_id, created_by, state, upload_ref, size_limit_bytes, created_at,
  expires_at)
select id_of('old session ' || p || ' ' || k), id_of('old intent ' || p || ' ' || k), id_of('provider ' || p),
  id_of('person ' || p),
  case when k > 10 then 'confirmed' else 'requested' end::session_state, 'old ' || p || ' ' || k, 15728640, now(),
    now() + interval '60 minutes' from pk;
commit;

insert into evidence_item (id, case_id, provider_id, requirement_key, document_kind)
select id_of('old item ' || p || ' ' || key), id_of('case ' || p), id_of('provider ' || p), key, 'passport'
from p, unnest('{identity,insurance}'::text[]) as key;
insert into evidence_version (id, evidence_id, number, intent_id, upload_session_id, uploaded_by, object_key,
  media_type, size_bytes, sha256,
  content_index, confirmed_at)
select id_of('old version ' || p || ' ' || k),
  id_of('old item ' || p || case when k > 12 then ' identity' else ' insurance' end),
  k - 10, id_of('old intent ' || p || ' ' || k), id_of('old session ' || p || ' ' || k), id_of('person ' || p),
  'old ' || p || ' ' || k, 'application/pdf', 65536, sha256('old'), sha256(('old ' || p)::bytea), now()
    from pk where k > 10;
insert into evidence_processing (version_id, state, changed_at)
select id_of('old version ' || p || ' ' || k), 'available', now() from pk where k > 10;
drop table p, pk;
