-- Responses to reviews are moderated like reviews (ADR 0074).
alter table moderation
  drop constraint moderation_kind_check,
  add constraint moderation_kind_check check (kind in ('review', 'review_response', 'dispute', 'report', 'media'));
