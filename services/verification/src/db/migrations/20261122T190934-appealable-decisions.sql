-- A claim change names an existing appeal, every decision of a review can be appealed, and limitations have both languages.
-- checked against release 1: it appeals nothing; a decision that it records gets the default end of the appeal.

alter table claim_change add constraint change_has_its_appeal foreign key (appeal_id) references appeal;

-- 31 days contain at least 15 working days. The service computes the exact end from its calendar.
create function default_appeal_end() returns trigger language plpgsql as $$
begin
  if new.appeal_ends_at is null and new.relation is distinct from 'sets_aside' then
    new.appeal_ends_at := new.decided_at + interval '31 days';
  end if;
  return new;
end $$;
create trigger default_appeal_end before insert on decision for each row execute function default_appeal_end();
alter table decision enable always trigger default_appeal_end;

-- Decisions of before appeals: the only change of a recorded decision, within its migration.
alter table decision disable trigger refuse_row_change;
update decision set appeal_ends_at = decided_at + interval '31 days'
  where appeal_ends_at is null and relation is distinct from 'sets_aside';
alter table decision enable always trigger refuse_row_change;

-- French texts of the catalogue's limitations: claims and decisions name a limitation by its English text.
create table limitation_text (
  en text primary key,
  fr text not null
);
grant select, insert, update (fr) on limitation_text to service_app;
