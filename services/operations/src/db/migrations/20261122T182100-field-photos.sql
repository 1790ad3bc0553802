-- Photos that a submission names, and what evidence announces about them.
-- checked against release 1: it accepts no submission whose photos are missing, and names no photos itself.
alter table field_submission add column photo_ids uuid[] not null default '{}' check (cardinality(photo_ids) <= 20);

create type field_photo_state as enum ('pending_scan', 'available', 'rejected', 'lost');
-- The client of an agent mints the id of a photo; the agent may send it before or after the submission.
create table field_photo (
  work_item_id uuid not null,
  agent_id uuid not null,
  photo_id uuid not null,
  state field_photo_state not null,
  primary key (work_item_id, agent_id, photo_id)
);
grant select, insert, update (state) on field_photo to service_app;

-- An accepted submission has all its photos.
create function guard_submission_photos() returns trigger language plpgsql as $$
begin
  if exists (
    select from field_submission submission cross join unnest(submission.photo_ids) named (photo_id)
    left join field_photo photo on photo.work_item_id = submission.work_item_id
      and photo.agent_id = submission.agent_id and photo.photo_id = named.photo_id
    where submission.id = new.submission_id and photo.state is distinct from 'available'
  ) then
    raise exception 'a photo of the submission is not available' using errcode = 'restrict_violation', constraint = 'accepted_has_photos';
  end if;
  return new;
end $$;
create trigger guard_submission_photos before insert on field_submission_review for each row
  when (new.outcome = 'accepted') execute function guard_submission_photos();
alter table field_submission_review enable always trigger guard_submission_photos;
