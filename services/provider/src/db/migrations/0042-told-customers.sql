-- Customers are told of what they could see, and who may still expect somebody (docs/domain/enquiry.md 31).
alter table claim_subject
  -- Until when the consent was in force that the person withdrew. Null: it is in force, or was never given.
  add public_until timestamptz,
  add constraint public_until_withdrawn check (public_until is null or about = 'person' and public_form is null);
grant update (public_until) on claim_subject to service_app;

-- As before, but that its customer was told of a stop is recorded after the end too.
create or replace function guard_enquiry() returns trigger language plpgsql as $$
declare
  told constant text[] := '{stop_told_at,safety_told_at}';
begin
  if tg_op <> 'UPDATE' then
    raise exception 'an enquiry is never deleted' using errcode = 'restrict_violation';
  end if;
  if old.ended_at is not null
      and (to_jsonb(new) - told is distinct from to_jsonb(old) - told or new.stop_told_at is not distinct from old.stop_told_at)
    or (new.id, new.customer_id, new.provider_id, new.category_key, new.sent_at, new.answer_due_at)
      is distinct from (old.id, old.customer_id, old.provider_id, old.category_key, old.sent_at, old.answer_due_at)
    or old.answered_at is not null and new.answered_at is distinct from old.answered_at then
    raise exception 'an enquiry that has ended is immutable' using errcode = 'restrict_violation';
  end if;
  if new.state = 'handed_off' and not exists (select from interaction where enquiry_id = new.id) then
    raise exception 'a contact is handed off with an interaction' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
