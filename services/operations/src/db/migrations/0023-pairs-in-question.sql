-- A judgement holds for what was known of the two providers then: once operators suspend, hide or refuse one of them, the pair waits
-- again (docs/domain/work-queue.md 26).
alter table possible_duplicate add in_question_at timestamptz not null default '-infinity';
grant update (in_question_at) on possible_duplicate to service_app;

alter table duplicate_review add in_question_at timestamptz not null default '-infinity';
alter table duplicate_review drop constraint duplicate_review_pkey, add primary key (duplicate_id, same, in_question_at);

drop function is_judged;
-- An earlier release asks without a time.
create function is_judged(of_duplicate uuid, found text[], asked_at timestamptz default '-infinity')
  returns boolean language sql stable as $$
  select exists (
    select from duplicate_review
    where duplicate_id = of_duplicate and (same @> found or same = '{}') and in_question_at >= asked_at);
$$;
