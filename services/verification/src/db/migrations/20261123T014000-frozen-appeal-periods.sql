-- A freeze of a case pauses the period in which its decision can be appealed (ADR 0071).
-- checked against release 2: the guard accepts more appeals than its routes do, and no fewer.

-- The end of the period as known at a time: a freeze counts as far as it has lasted, so the end never comes earlier.
create function appeal_end(judged decision, at timestamptz) returns timestamptz language plpgsql stable as $$
declare
  period_end timestamptz := judged.appeal_ends_at;
  pause emergency_action;
begin
  for pause in
    select * from emergency_action e
    where e.kind = 'freeze_case' and e.target_id = judged.case_id and e.ends_at > judged.decided_at and e.started_at < at
    order by e.started_at
  loop
    if pause.started_at < period_end then
      period_end := period_end + (least(pause.ends_at, at) - greatest(pause.started_at, judged.decided_at));
    end if;
  end loop;
  return period_end;
end $$;

create or replace function guard_appeal() returns trigger language plpgsql as $$
begin
  perform from verification_case where id = new.case_id and state = 'decided' for update;
  if not found or new.state <> 'submitted' then
    raise exception 'an appeal is submitted against a decided case' using errcode = 'restrict_violation';
  end if;
  if not exists (
    select from decision d join verification_case c on c.id = d.case_id
    where d.id = new.decision_id and d.case_id = new.case_id and new.submitted_at < appeal_end(d, new.submitted_at)
      and d.id = decision_in_force(c.provider_id, c.category_key)
  ) then
    raise exception 'only a decision in force can be appealed, in its time' using errcode = 'restrict_violation';
  end if;
  if new.evidence_case_id is not null and not exists (
    select from verification_case
    where id = new.evidence_case_id and kind = 'review' and reviewed_case_id = new.case_id and state = 'awaiting_evidence'
  ) then
    raise exception 'new evidence comes in a review case of the appealed case' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
