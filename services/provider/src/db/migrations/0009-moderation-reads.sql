-- Whoever decides has read what is decided about (docs/domain/reviews-and-disputes.md 40). A statement in a dispute makes a new
-- revision, which the decider reads again.
alter table moderation_request add content_revision smallint not null default 1;
grant update (content_revision) on moderation_request to service_app;
