-- Earlier names and persons of a provider, which reviewers of the current one read (docs/domain/claim-subject.md 30).
alter table claim_subject
  -- The first subject of the provider with this name, and of this person. Null: it is that one.
  add same_name_subject_id uuid references claim_subject check (same_name_subject_id is null or same_name_subject_id <> id and about <> 'premises'),
  -- Why an operator ended it, sealed under the key of its name, so it goes with it.
  add sealed_end_reason bytea
    check (sealed_end_reason is null or end_reason is not null and end_reason = 'ended_by_operator' and about <> 'premises');
grant update (sealed_end_reason) on claim_subject to service_app;
create function keep_reason_of_end() returns trigger language plpgsql as $$
begin
  raise exception 'why a subject ended is recorded with its end' using errcode = 'restrict_violation';
end $$;
create trigger keep_reason_of_end before update on claim_subject for each row
  when (old.ended_at is not null and new.sealed_end_reason is distinct from old.sealed_end_reason)
  execute function keep_reason_of_end();
alter table claim_subject enable always trigger keep_reason_of_end;
create index claim_subject_ever on claim_subject (provider_id, about);
