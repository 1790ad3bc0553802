-- Whoever decides has read what is decided about (docs/domain/reviews-and-disputes.md 40).
alter table moderation add content_revision smallint not null default 1;
grant update (content_revision) on moderation to service_app;

-- What was sent to whom, announced by the service that has the content. An image and its description have the round and the revision 1.
create table moderation_read (
  subject_id uuid not null,
  round smallint not null,
  reader_id uuid not null,
  part text not null check (part in ('text', 'image', 'description')),
  content_revision smallint not null,
  read_at timestamptz not null,
  primary key (subject_id, round, reader_id, part)
);
grant select, insert, update (content_revision, read_at) on moderation_read to service_app;

create function require_read() returns trigger language plpgsql as $$
begin
  -- An image, its description and a version of public words never change, so a read of them counts in each of their rounds.
  if exists (
    select from unnest(case when new.kind = 'media' then array['image', 'description'] else array['text'] end) as needed (part)
    where not exists (
      select from moderation_read r
      where r.subject_id = new.subject_id and r.reader_id = new.decided_by and r.part = needed.part
        and (new.kind in ('media', 'name') or (r.round = new.round and r.content_revision >= new.content_revision)))
  ) then
    raise exception 'a decider has read what is decided about'
      using errcode = 'check_violation', constraint = 'decider_has_read';
  end if;
  return new;
end $$;
-- After the constraints of the table: a conflict of interest is told before a read that is missing.
create trigger require_read after update on moderation for each row
  when (old.decided_by is null and new.decided_by is not null) execute function require_read();
alter table moderation enable always trigger require_read;
