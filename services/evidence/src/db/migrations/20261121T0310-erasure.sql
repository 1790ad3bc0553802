-- What goes when a person is erased: the names they gave their documents, and the documents of a provider that was nobody else.

create table erased_provider (
  provider_id uuid primary key,
  erased_at timestamptz not null
);
call make_immutable('erased_provider');
grant select, insert on erased_provider to service_app;

-- A label can go from any intent, and change in none.
create or replace trigger refuse_change_of_ended before update on upload_intent for each row
  when (old.state in ('submitted', 'cancelled', 'expired') and to_jsonb(new) - 'label' is distinct from to_jsonb(old) - 'label')
  execute function refuse_change();
alter table upload_intent enable always trigger refuse_change_of_ended;
create trigger refuse_new_label before update on upload_intent for each row
  when (new.label is distinct from old.label and new.label is not null)
  execute function refuse_change();
alter table upload_intent enable always trigger refuse_new_label;
grant update (label) on upload_intent to service_app;
create index upload_intent_labelled on upload_intent (created_by) where label is not null;
