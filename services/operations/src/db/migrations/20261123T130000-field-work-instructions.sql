-- What a manager tells the agent of a visit; the last row of an item counts.
create table field_work_instruction (
  work_item_id uuid not null references field_work_item,
  position bigint generated always as identity,
  text text not null check (char_length(text) between 1 and 500),
  given_by uuid not null,
  given_at timestamptz not null,
  primary key (work_item_id, position)
);
call make_immutable('field_work_instruction');
grant select, insert on field_work_instruction to service_app;
