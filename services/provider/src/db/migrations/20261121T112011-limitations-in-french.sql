-- What limitations are called in French. Claims and requirement versions keep the English ones, which they were granted and put in force
-- with; so that a card still says on a later day what it said, a text that was given never changes.
create table limitation_text (
  en text primary key check (en <> ''),
  fr text not null check (fr <> '')
);
grant select, insert on limitation_text to service_app;
call make_immutable('limitation_text');
