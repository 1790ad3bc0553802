-- Final results show something (docs/domain/field-work.md 35).
alter table field_submission add constraint final_has_photo check (not is_final or cardinality(photo_ids) > 0) not valid;

-- A visit on hold, or whose results were returned, is planned for another day (docs/domain/field-work.md 34).
insert into allowed_transition values ('field_work', 'on_hold', 'scheduled'), ('field_work', 'returned', 'scheduled');
