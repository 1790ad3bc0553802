-- Uploads: what somebody intends to upload, and each session in which they try it.

-- Nothing of an upload is ever deleted (promise M2).
create procedure keep_rows(target regclass) language plpgsql as $$
begin
  execute format('create trigger refuse_row_delete before delete on %s for each row execute function refuse_change()', target);
  execute format('create trigger refuse_truncate before truncate on %s for each statement execute function refuse_change()', target);
  execute format('alter table %s enable always trigger refuse_row_delete', target);
  execute format('alter table %s enable always trigger refuse_truncate', target);
end $$;

create type intent_state as enum ('open', 'uploading', 'submitted', 'retryable', 'cancelled', 'expired');
-- `field_work`: photos by the assigned agent, for the assignees of the duties of the case. `public_media`: images for the profile.
create type upload_purpose as enum ('evidence', 'field_work', 'public_media');
create table upload_intent (
  id uuid primary key,
  provider_id uuid not null,
  created_by uuid not null,
  client_intent_key text not null,
  case_id uuid,
  requirement_key text,
  document_kind text not null,
  media_type text not null,
  size_bytes integer not null check (size_bytes > 0),
  sha256 bytea not null check (length(sha256) = 32),
  label text,
  state intent_state not null default 'open',
  attempt_count integer not null default 1 check (attempt_count > 0),
  current_session_id uuid not null,
  created_at timestamptz not null,
  -- Since when it can be retried. It expires 30 days later, which is computed when it is read (promise M4).
  retryable_since timestamptz,
  -- The intent whose document the case refused, and which this one replaces.
  replaces_intent_id uuid references upload_intent,
  purpose upload_purpose not null default 'evidence',
  work_item_id uuid references field_work_assignment,
  foreign key (case_id, provider_id) references verification_case (id, provider_id),
  unique (id, provider_id, created_by),
  check ((state = 'retryable') = (retryable_since is not null)),
  constraint upload_intent_work_item check ((purpose = 'field_work') = (work_item_id is not null)),
  constraint upload_intent_key unique (provider_id, created_by, purpose, client_intent_key),
  constraint upload_intent_of_case check ((purpose = 'public_media') = (case_id is null)),
  constraint upload_intent_of_requirement check ((purpose = 'public_media') = (requirement_key is null))
);
create index upload_intent_list on upload_intent (provider_id, created_by, created_at desc, id desc);
create index upload_intent_labelled on upload_intent (created_by) where label is not null;
create index upload_intent_replaces on upload_intent (replaces_intent_id) where replaces_intent_id is not null;
insert into allowed_transition values
  ('upload intent', 'open', 'uploading'), ('upload intent', 'open', 'retryable'), ('upload intent', 'open', 'cancelled'),
  ('upload intent', 'uploading', 'submitted'), ('upload intent', 'uploading', 'retryable'),
  ('upload intent', 'uploading', 'cancelled'),
  ('upload intent', 'retryable', 'uploading'), ('upload intent', 'retryable', 'cancelled'),
  ('upload intent', 'retryable', 'expired');
call guard_transitions('upload_intent', 'upload intent');
call keep_rows('upload_intent');
grant select, insert, update (state, attempt_count, current_session_id, retryable_since, label) on upload_intent to service_app;

-- An intent that has ended changes no more (promise M2), but an erasure deletes the label of any intent. No label changes.
create trigger refuse_change_of_ended before update on upload_intent for each row
  when (old.state in ('submitted', 'cancelled', 'expired') and to_jsonb(new) - 'label' is distinct from to_jsonb(old) - 'label')
  execute function refuse_change();
alter table upload_intent enable always trigger refuse_change_of_ended;

create trigger refuse_new_label before update on upload_intent for each row
  when (new.label is distinct from old.label and new.label is not null)
  execute function refuse_change();
alter table upload_intent enable always trigger refuse_new_label;

-- Only the assigned agent confirms a photo, while the work item is open (promise Z3).
create function guard_field_photo() returns trigger language plpgsql as $$
begin
  perform from field_work_assignment
    where work_item_id = new.work_item_id and assignee_id = new.created_by and is_open for share;
  if not found then
    raise exception 'a photo is confirmed by the assigned agent of an open work item'
      using errcode = 'restrict_violation', constraint = 'photo_by_assigned_agent';
  end if;
  return new;
end $$;
create trigger guard_field_photo before update of state on upload_intent for each row
  when (new.purpose = 'field_work' and new.state = 'submitted') execute function guard_field_photo();
alter table upload_intent enable always trigger guard_field_photo;

create type session_state as enum ('requested', 'confirmed', 'cancelled', 'expired', 'rejected');
create table upload_session (
  id uuid primary key,
  intent_id uuid not null,
  provider_id uuid not null,
  created_by uuid not null,
  state session_state not null default 'requested',
  -- The random name under which the store keeps the parts. It is never published.
  upload_ref text not null unique,
  size_limit_bytes integer not null check (size_limit_bytes > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at and expires_at <= created_at + interval '60 minutes'),
  -- A session has the provider and the person of its intent.
  foreign key (intent_id, provider_id, created_by) references upload_intent (id, provider_id, created_by),
  unique (id, intent_id),
  -- The contract names the state `rejected`, but a failed confirmation leaves its session as it was (spec).
  constraint upload_session_never_rejected check (state <> 'rejected')
);
create unique index upload_session_one_requested on upload_session (intent_id) where state = 'requested';
-- A store names an upload by the part of upload_ref before the first dot.
create index upload_session_by_name on upload_session (split_part(upload_ref, '.', 1)) where state = 'requested';
alter table upload_intent add foreign key (current_session_id, id) references upload_session (id, intent_id)
  deferrable initially deferred;
insert into allowed_transition values
  ('upload session', 'requested', 'confirmed'), ('upload session', 'requested', 'cancelled'),
  ('upload session', 'requested', 'expired');
call guard_transitions('upload_session', 'upload session');
call keep_rows('upload_session');
grant select, insert, update (state) on upload_session to service_app;

create trigger refuse_change_of_ended before update on upload_session for each row
  when (old.state <> 'requested') execute function refuse_change();
alter table upload_session enable always trigger refuse_change_of_ended;
