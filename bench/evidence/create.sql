-- What creating an upload intent has to ask and write, each thing by a statement of its own, as one would write it who does not think of speed.
-- The reference of the benchmark: it does not follow what the service does.
\set p random(1, :providers)
\set n random(1, 9000000000000000000)

-- Is there one under this key? Is there a point left?
select intent.*, session.state as session_state, session.expires_at as session_expires_at, session.upload_ref, session.size_limit_bytes,
  version.id as version_id, version.evidence_id, version.confirmed_at, processing.state as processing_state
from upload_intent intent join upload_session session on session.id = intent.current_session_id
left join evidence_version version on version.intent_id = intent.id
left join evidence_processing processing on processing.version_id = version.id
where intent.provider_id = id_of('provider ' || :p) and intent.created_by = id_of('person ' || :p)
  and intent.client_intent_key = 'key ' || :n;
insert into rate_limit as held (key, full_at, allowed)
values ('upload-session:' || :p, clock_timestamp() + 180::float8 * interval '1 microsecond', true)
on conflict (key) do update set
  allowed = held.full_at + 180::float8 * interval '1 microsecond' <= excluded.full_at + 3600000000::float8 * interval '1 microsecond',
  full_at = case
    when held.full_at + 180::float8 * interval '1 microsecond' <= excluded.full_at + 3600000000::float8 * interval '1 microsecond'
    then greatest(held.full_at + 180::float8 * interval '1 microsecond', excluded.full_at)
    else held.full_at end
returning allowed, (extract(epoch from full_at - clock_timestamp()) * 1e6)::float8;

begin;
-- Was this request answered before?
select pg_try_advisory_xact_lock(hashtextextended('person ' || :p || ' createUploadIntent ' || :n, 0)) as free;
with forgotten as (
  delete from idempotency_key where actor = 'person ' || :p and route = 'createUploadIntent' and key_hash = sha256(('key ' || :n)::bytea)
    and expires_at <= now()
)
select fingerprint, status, answer from idempotency_key
where actor = 'person ' || :p and route = 'createUploadIntent' and key_hash = sha256(('key ' || :n)::bytea) and expires_at > now();

-- The key, the case and what it asks, the room that is left.
select pg_advisory_xact_lock(hashtextextended('upload intents ' || :p, 0));
select intent.*, session.state as session_state, session.expires_at as session_expires_at, session.upload_ref, session.size_limit_bytes,
  version.id as version_id, version.evidence_id, version.confirmed_at, processing.state as processing_state
from upload_intent intent join upload_session session on session.id = intent.current_session_id
left join evidence_version version on version.intent_id = intent.id
left join evidence_processing processing on processing.version_id = version.id
where intent.provider_id = id_of('provider ' || :p) and intent.created_by = id_of('person ' || :p)
  and intent.client_intent_key = 'key ' || :n;
select c.state, c.requirement_keys, requirement.document_kinds, requirement.media_types, requirement.max_size_bytes
from verification_case c left join requirement on requirement.requirement_version_id = c.requirement_version_id and requirement.key = 'identity'
where c.id = id_of('case ' || :p) and c.provider_id = id_of('provider ' || :p);
select count(*)::int as intents, coalesce(sum(intent.size_bytes), 0)::float8 as declared, (
  select coalesce(sum(version.size_bytes), 0)::float8 from evidence_item item
  join evidence_version version on version.evidence_id = item.id
  join evidence_processing processing on processing.version_id = version.id
  where item.provider_id = id_of('provider ' || :p) and processing.state <> 'redacted') as kept
from upload_intent intent join upload_session session on session.id = intent.current_session_id
where intent.provider_id = id_of('provider ' || :p) and intent.state in ('open', 'uploading')
  and session.state = 'requested' and session.expires_at > now();
select count(*) from evidence_version version join evidence_item item on item.id = version.evidence_id
where item.case_id = id_of('case ' || :p) and item.requirement_key = 'identity';

-- The intent and its session, and how they are read for the answer.
insert into upload_intent (id, provider_id, created_by, client_intent_key, case_id, requirement_key, document_kind, media_type, size_bytes,
  sha256, label, current_session_id, created_at)
values (id_of('intent ' || :n), id_of('provider ' || :p), id_of('person ' || :p), 'key ' || :n, id_of('case ' || :p),
  'identity', 'passport', 'application/pdf', 65536, sha256('document'), 'Front page', id_of('session ' || :n), now());
insert into upload_session (id, intent_id, provider_id, created_by, upload_ref, size_limit_bytes, created_at, expires_at)
values (id_of('session ' || :n), id_of('intent ' || :n), id_of('provider ' || :p), id_of('person ' || :p),
  md5('upload ' || :n) || md5('ref ' || :n), 15728640, now(), now() + interval '60 minutes');
select intent.*, session.state as session_state, session.expires_at as session_expires_at, session.upload_ref, session.size_limit_bytes,
  version.id as version_id, version.evidence_id, version.confirmed_at, processing.state as processing_state
from upload_intent intent join upload_session session on session.id = intent.current_session_id
left join evidence_version version on version.intent_id = intent.id
left join evidence_processing processing on processing.version_id = version.id
where intent.id = id_of('intent ' || :n);

-- One event, one audit entry, the answer for a repeat.
with sequence as (
  insert into aggregate_sequence (aggregate_id, last_seq) values (md5('intent ' || :n), 1)
  on conflict (aggregate_id) do update set last_seq = aggregate_sequence.last_seq + 1
  returning aggregate_id, last_seq
)
insert into outbox (aggregate_id, aggregate_seq, id, type, aggregate, payload, headers)
select aggregate_id, last_seq, gen_random_uuid(), 'evidence.upload-intent.changed.v1', 'upload-intent', ('{"intentId": "' || md5('intent ' || :n)
  || '", "providerId": "' || md5('provider ' || :p) || '", "caseId": "' || md5('case ' || :p)
  || '", "requirementKey": "identity", "state": "open"}')::jsonb, '{}'::jsonb from sequence;
insert into outbox (id, type, aggregate, payload, headers)
select gen_random_uuid(), 'evidence.audit.recorded.v1', 'audit', ('{"at": "2026-01-05", "actorId": "' || md5('person ' || :p)
  || '", "sessionId": "' || md5('sign-in ' || :p) || '", "permission": "provider.evidence.manage", "action": "createUploadIntent", '
  || '"objectType": "upload_intent", "objectId": "' || md5('intent ' || :n) || '", "outcome": "done", "reason": null, "before": {}, '
  || '"after": {"state": "open"}, "requestId": "' || md5('request ' || :n) || '", "policyVersion": "2026-11"}')::jsonb, '{}'::jsonb;
insert into idempotency_key (actor, route, key_hash, fingerprint, status, answer, expires_at)
values ('person ' || :p, 'createUploadIntent', sha256(('key ' || :n)::bytea), sha256('request'), 201,
  decode(repeat(md5('answer ' || :n), 66), 'hex'), now() + interval '24 hours');
commit;
