-- The same functions in PL/pgSQL, which keeps their plans for the session. Postgres planned the SQL functions again in
-- every insert of an audit entry: half of its time.
-- checked against release 2: the functions return what they returned.
create or replace function audit_instant(text) returns timestamptz language plpgsql immutable strict as $$
begin
  return case when $1 ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$' then $1::timestamptz end;
end $$;
create or replace function audit_uuid(text) returns uuid language plpgsql immutable strict as $$
begin
  return case when $1 ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then $1::uuid end;
end $$;
