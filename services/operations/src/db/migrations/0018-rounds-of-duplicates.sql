-- A judgement holds for what the two providers had in common then: with another thing in common the pair waits again
-- (docs/domain/work-queue.md 26). Empty: a pair from before, judged for all that it had.
alter table possible_duplicate add same text[] not null default '{}';
grant update (same, found_at, due_at) on possible_duplicate to service_app;

alter table duplicate_review add same text[] not null default '{}';
alter table duplicate_review drop constraint duplicate_review_pkey, add primary key (duplicate_id, same);

create function is_judged(of_duplicate uuid, found text[]) returns boolean language sql stable as $$
  select exists (select from duplicate_review where duplicate_id = of_duplicate and (same @> found or same = '{}'));
$$;
