-- A claim that was suspended because what it is about ended stays so (docs/domain/claim-subject.md 17): no override lifts it.
alter table claim add has_subject_ended boolean not null default false;
