-- The statement of an appeal is the words of a person (docs/domain/erasure.md 22).

-- Null once its author is erased.
alter table appeal alter column statement drop not null;
drop trigger keep_facts on appeal;
create trigger keep_facts before update on appeal for each row execute function keep_facts('state', 'statement');
alter table appeal enable always trigger keep_facts;
create index appeal_of_submitter on appeal (submitted_by);
grant update (statement) on appeal to service_app;

create function guard_statement() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and new.statement is null or tg_op = 'UPDATE' and new.statement is not null then
    raise exception 'the statement of an appeal is immutable, but for its erasure' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_statement_made before insert on appeal for each row execute function guard_statement();
alter table appeal enable always trigger guard_statement_made;
create trigger guard_statement_erased before update on appeal for each row
  when (new.statement is distinct from old.statement) execute function guard_statement();
alter table appeal enable always trigger guard_statement_erased;
