-- Why a case was opened (ADR 0059). Earlier cases were all opened for a selection.
create type case_kind as enum ('initial', 'renewal', 'review');
alter table verification_case add column kind case_kind not null default 'initial';
