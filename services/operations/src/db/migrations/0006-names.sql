-- Names of providers are moderated too (docs/domain/names.md 8).
alter table moderation drop constraint moderation_kind_check;
alter table moderation add constraint moderation_kind_check
  check (kind in ('review', 'review_response', 'dispute', 'report', 'media', 'name'));
