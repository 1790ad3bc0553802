-- A pair whose one provider closed while operators had it suspended, refused it or were about to decide: it stays in the queue while the
-- other one is open (docs/domain/work-queue.md 26).
alter table possible_duplicate add is_of_closed boolean not null default false;
grant update (is_of_closed) on possible_duplicate to service_app;
