-- Whoever accepts or returns results has read them (docs/domain/field-work.md 22).
create table field_submission_read (
  submission_id uuid not null references field_submission,
  reader_id uuid not null,
  read_at timestamptz not null,
  primary key (submission_id, reader_id)
);
grant select, insert on field_submission_read to service_app;

call make_immutable('field_submission_read');

create function require_submission_read() returns trigger language plpgsql as $$
begin
  if not exists (
    select from field_submission_read r where r.submission_id = new.submission_id and r.reader_id = new.reviewer_id
  ) then
    raise exception 'a reviewer has read the results' using errcode = 'check_violation', constraint = 'reviewer_has_read';
  end if;
  return new;
end $$;
-- After the other guards: a conflict of interest is told before a read that is missing.
create trigger require_submission_read after insert on field_submission_review for each row
  execute function require_submission_read();
alter table field_submission_review enable always trigger require_submission_read;
