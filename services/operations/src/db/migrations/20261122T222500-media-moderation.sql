-- Images for public profiles are moderated like reviews, disputes and reports (ADR 0085).
-- checked against release 1: it reads the kinds that it knows, and never lists this one.

alter table moderation
  drop constraint moderation_kind_check,
  add constraint moderation_kind_check check (kind in ('review', 'dispute', 'report', 'media'));
