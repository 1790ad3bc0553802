-- Authors list their reviews, newest first, and withdraw them.
-- checked against release 2: its replicas answer 500 for a withdrawn review, until they are replaced.
alter table review
  drop constraint review_state_check,
  add constraint review_state_check check (state in ('pending', 'published', 'flagged', 'removed', 'rejected', 'withdrawn'));
insert into allowed_transition values
  ('review', 'pending', 'withdrawn'),
  ('review', 'published', 'withdrawn'),
  ('review', 'flagged', 'withdrawn');
create index review_by_author on review (author_id, submitted_at desc, id desc);
drop index review_of_author;
