-- Photos of field work: uploads by the assigned agent, for the assignees of the case's duties.
-- checked against release 1: its replicas open and confirm evidence only, and see no photo as evidence.
create type upload_purpose as enum ('evidence', 'field_work');

-- Who works on which item, as operations announces it.
create table field_work_assignment (
  work_item_id uuid primary key,
  case_id uuid not null,
  provider_id uuid not null,
  requirement_key text not null,
  assignee_id uuid,
  is_open boolean not null
);
grant select, insert, update on field_work_assignment to service_app;

alter table upload_intent
  add column purpose upload_purpose not null default 'evidence',
  add column work_item_id uuid references field_work_assignment,
  add constraint upload_intent_work_item check ((purpose = 'field_work') = (work_item_id is not null)),
  drop constraint upload_intent_provider_id_created_by_client_intent_key_key,
  add constraint upload_intent_key unique (provider_id, created_by, purpose, client_intent_key);

-- A photo is an item of its own, with one version.
alter table evidence_item
  add column purpose upload_purpose not null default 'evidence',
  add column work_item_id uuid references field_work_assignment,
  add constraint evidence_item_work_item check ((purpose = 'field_work') = (work_item_id is not null)),
  drop constraint evidence_item_case_id_requirement_key_document_kind_key;
create unique index evidence_item_of_case on evidence_item (case_id, requirement_key, document_kind)
  where purpose = 'evidence';
create index evidence_item_photos on evidence_item (case_id, id) where purpose = 'field_work';

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
