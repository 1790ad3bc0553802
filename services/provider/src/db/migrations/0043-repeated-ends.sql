-- Nobody takes a provider's claims away alone by ending its name, person or premises again and again (docs/domain/claim-subject.md 14).
-- The operator who recorded the end.
alter table claim_subject add column ended_by uuid check (ended_by is null or end_reason = 'ended_by_operator');
grant update (ended_by) on claim_subject to service_app;

create function guard_repeated_end() returns trigger language plpgsql as $$
begin
  perform from provider where id = new.provider_id for update;
  if new.named_at > new.ended_at - interval '30 days' and new.ended_by = (
    select s.ended_by from claim_subject s
    where s.provider_id = new.provider_id and s.about = new.about and s.id <> new.id and s.ended_by is not null
    order by s.ended_at desc nulls last limit 1
  ) then
    raise exception 'the same operator ended what this one took the place of'
      using errcode = 'restrict_violation', constraint = 'end_not_repeated';
  end if;
  return new;
end $$;
create trigger guard_repeated_end before update of ended_by on claim_subject for each row
  when (new.ended_by is not null) execute function guard_repeated_end();
alter table claim_subject enable always trigger guard_repeated_end;

create function keep_who_ended() returns trigger language plpgsql as $$
begin
  raise exception 'who ended it is recorded once' using errcode = 'restrict_violation';
end $$;
create trigger keep_who_ended before update of ended_by on claim_subject for each row
  when (old.ended_by is not null and new.ended_by is distinct from old.ended_by) execute function keep_who_ended();
alter table claim_subject enable always trigger keep_who_ended;
