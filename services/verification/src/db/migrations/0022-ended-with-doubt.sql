-- Cases that ended without a decision on a document that somebody doubted, also of the evidence of an appeal: their claims are reviewed
-- (docs/domain/claim.md 22).
create table ended_with_doubt (
  case_id uuid primary key references verification_case,
  -- When a review of its claims could not be open.
  read_at timestamptz not null default '-infinity'
);
create index ended_with_doubt_read on ended_with_doubt (read_at);
grant select, insert, update (read_at), delete on ended_with_doubt to service_app;

create function remember_doubt() returns trigger language plpgsql as $$
begin
  if exists (
    select from correction_item i join correction_request q on q.id = i.correction_request_id
    where i.case_id = new.id and i.is_final and q.state <> 'withdrawn'
  ) or exists (
    select from (
      select distinct on (requirement_key) id, result from case_check where case_id = new.id order by requirement_key, position desc
    ) last where last.result = 'failed' and not exists (select from decision_claim where check_id = last.id)
  ) then
    insert into ended_with_doubt values (new.id);
  end if;
  return null;
end $$;
create trigger remember_doubt after update on verification_case for each row
  when (old.state <> new.state and (new.state in ('withdrawn', 'expired') and new.outcome is null or new.state = 'closed' and new.for_appeal))
  execute function remember_doubt();
alter table verification_case enable always trigger remember_doubt;
