-- What confirming an upload has to lock, ask and write, each thing by a statement of its own, as one would write it who does not think of
-- speed. The bytes are not read here. The reference of the benchmark: it does not follow what the service does.
\set i :i + 1
\set n (:i - 1) * :clients + :client_id
\set p :n % :providers + 1

select session.id, session.provider_id, session.created_by, session.state, session.expires_at, session.size_limit_bytes, session.upload_ref,
  intent.id, intent.current_session_id, intent.requirement_key, intent.document_kind, intent.media_type, intent.size_bytes, intent.sha256,
  c.id, c.provider_id, c.category_key, c.state, c.requirement_keys, selection.id,
  coalesce(intent.document_kind = any(requirement.document_kinds) and intent.media_type = any(requirement.media_types), false)
from upload_intent intent join upload_session session on session.intent_id = intent.id
join verification_case c on c.id = intent.case_id
left join service_selection selection on selection.provider_id = c.provider_id and selection.category_key = c.category_key
  and selection.requirement_version_id = c.requirement_version_id and selection.state = 'active'
left join requirement on requirement.requirement_version_id = c.requirement_version_id and requirement.key = intent.requirement_key
where intent.id = id_of(:batch || ' intent ' || :n) and session.id = intent.current_session_id
  and intent.provider_id = id_of('provider ' || :p);

begin;
-- Was this request answered before?
select pg_try_advisory_xact_lock(hashtextextended('person ' || :p || ' confirmUploadIntent ' || :batch || ' ' || :n, 0)) as free;
with forgotten as (
  delete from idempotency_key where actor = 'person ' || :p and route = 'confirmUploadIntent'
    and key_hash = sha256((:batch || ' key ' || :n)::bytea) and expires_at <= now()
)
select fingerprint, status, answer from idempotency_key
where actor = 'person ' || :p and route = 'confirmUploadIntent' and key_hash = sha256((:batch || ' key ' || :n)::bytea) and expires_at > now();

-- The locks in the platform's order, and all of it again.
select id from service_selection where provider_id = id_of('provider ' || :p) and category_key = 'electrician' and state = 'active' for share;
select id from verification_case where id = id_of('case ' || :p) for update;
select id from upload_intent where id = id_of(:batch || ' intent ' || :n) for update;
select id from upload_session where id = id_of(:batch || ' session ' || :n) for update;
select session.id, session.provider_id, session.created_by, session.state, session.expires_at, session.size_limit_bytes, session.upload_ref,
  intent.id, intent.current_session_id, intent.requirement_key, intent.document_kind, intent.media_type, intent.size_bytes, intent.sha256,
  c.id, c.provider_id, c.category_key, c.state, c.requirement_keys, selection.id,
  coalesce(intent.document_kind = any(requirement.document_kinds) and intent.media_type = any(requirement.media_types), false)
from upload_intent intent join upload_session session on session.intent_id = intent.id
join verification_case c on c.id = intent.case_id
left join service_selection selection on selection.provider_id = c.provider_id and selection.category_key = c.category_key
  and selection.requirement_version_id = c.requirement_version_id and selection.state = 'active'
left join requirement on requirement.requirement_version_id = c.requirement_version_id and requirement.key = intent.requirement_key
where intent.id = id_of(:batch || ' intent ' || :n) and session.id = intent.current_session_id
  and intent.provider_id = id_of('provider ' || :p);
select count(*) from evidence_version version join evidence_item item on item.id = version.evidence_id
where item.case_id = id_of('case ' || :p) and item.requirement_key = :requirement;

-- The item, its next version, and what ends with it.
insert into evidence_item (id, provider_id, case_id, requirement_key, document_kind)
values (id_of(:batch || ' item ' || :n), id_of('provider ' || :p), id_of('case ' || :p), :requirement, 'passport') on conflict do nothing;
select id as item from evidence_item
where case_id = id_of('case ' || :p) and requirement_key = :requirement and document_kind = 'passport' \gset
select coalesce(max(number), 0) as last from evidence_version where evidence_id = :item \gset
insert into evidence_version (id, evidence_id, number, intent_id, upload_session_id, uploaded_by, object_key, media_type, size_bytes, sha256,
  content_index, confirmed_at)
values (id_of(:batch || ' version ' || :n), :item, :last + 1, id_of(:batch || ' intent ' || :n), id_of(:batch || ' session ' || :n),
  id_of('person ' || :p), md5(:batch || ' object ' || :n) || md5(:batch || ' key ' || :n), 'application/pdf', 65536, sha256('document'),
  sha256('index'), now());
insert into evidence_processing (version_id, next_scan_at, changed_at) values (id_of(:batch || ' version ' || :n), now(), now());
update upload_session set state = 'confirmed' where id = id_of(:batch || ' session ' || :n) and state = 'requested';
update upload_intent set state = 'uploading' where id = id_of(:batch || ' intent ' || :n) and state = 'open';
update upload_intent set state = 'submitted', retryable_since = null where id = id_of(:batch || ' intent ' || :n) and state = 'uploading';
select intent.*, session.state as session_state, session.expires_at as session_expires_at, session.upload_ref, session.size_limit_bytes,
  version.id as version_id, version.evidence_id, version.confirmed_at, processing.state as processing_state
from upload_intent intent join upload_session session on session.id = intent.current_session_id
left join evidence_version version on version.intent_id = intent.id
left join evidence_processing processing on processing.version_id = version.id
where intent.id = id_of(:batch || ' intent ' || :n);

-- Two events, one audit entry, the answer for a repeat.
with sequence as (
  insert into aggregate_sequence (aggregate_id, last_seq) values (md5(:batch || ' intent ' || :n), 1)
  on conflict (aggregate_id) do update set last_seq = aggregate_sequence.last_seq + 1
  returning aggregate_id, last_seq
)
insert into outbox (aggregate_id, aggregate_seq, id, type, aggregate, payload, headers)
select aggregate_id, last_seq, gen_random_uuid(), 'evidence.upload-intent.changed.v1', 'upload-intent', ('{"intentId": "' || md5(:batch || ' intent ' || :n)
  || '", "providerId": "' || md5('provider ' || :p) || '", "caseId": "' || md5('case ' || :p)
  || '", "requirementKey": "identity", "state": "submitted"}')::jsonb, '{}'::jsonb from sequence;
with sequence as (
  insert into aggregate_sequence (aggregate_id, last_seq) values (md5(:batch || ' version ' || :n), 1)
  on conflict (aggregate_id) do update set last_seq = aggregate_sequence.last_seq + 1
  returning aggregate_id, last_seq
)
insert into outbox (aggregate_id, aggregate_seq, id, type, aggregate, payload, headers)
select aggregate_id, last_seq, gen_random_uuid(), 'evidence.version.confirmed.v1', 'version', ('{"evidenceVersionId": "' || md5(:batch || ' version ' || :n)
  || '", "evidenceId": "' || :item || '", "intentId": "' || md5(:batch || ' intent ' || :n) || '", "caseId": "' || md5('case ' || :p)
  || '", "providerId": "' || md5('provider ' || :p) || '", "requirementKey": "identity", "documentKind": "passport", "uploadedBy": "'
  || md5('person ' || :p) || '", "confirmedAt": "2026-01-05"}')::jsonb, '{}'::jsonb from sequence;
insert into outbox (id, type, aggregate, payload, headers)
select gen_random_uuid(), 'evidence.audit.recorded.v1', 'audit', ('{"at": "2026-01-05", "actorId": "' || md5('person ' || :p)
  || '", "sessionId": "' || md5('sign-in ' || :p) || '", "permission": "provider.evidence.manage", "action": "confirmUploadIntent", '
  || '"objectType": "evidence_version", "objectId": "' || md5(:batch || ' version ' || :n) || '", "outcome": "done", "reason": null, '
  || '"before": {}, "after": {"intentId": "' || md5(:batch || ' intent ' || :n) || '", "evidenceId": "' || :item || '", "caseId": "'
  || md5('case ' || :p) || '", "state": "submitted"}, "requestId": "' || md5('request ' || :n) || '", "policyVersion": "2026-11"}')::jsonb, '{}'::jsonb;
insert into idempotency_key (actor, route, key_hash, fingerprint, status, answer, expires_at)
values ('person ' || :p, 'confirmUploadIntent', sha256((:batch || ' key ' || :n)::bytea), sha256('request'), 201,
  decode(repeat(md5('answer ' || :n), 18), 'hex'), now() + interval '24 hours');
commit;
