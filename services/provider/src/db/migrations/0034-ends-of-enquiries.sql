-- An enquiry of which nobody wrote anything for a year is closed by neither side (docs/domain/enquiry.md 36).
alter table enquiry drop constraint closed_by_a_side;
alter table enquiry add constraint closed_by_a_side
  check ((state <> 'declined' or ended_by is not null) and (ended_by is null or state in ('closed', 'declined')));
create index enquiry_silent on enquiry (answered_at) where state in ('accepted', 'handed_off');
