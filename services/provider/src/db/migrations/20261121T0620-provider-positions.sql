-- Lifecycle and publication move together (contract §4): each position of the two, and where it leads.

insert into allowed_transition values
  ('provider position', 'draft unpublished', 'active unpublished'),
  ('provider position', 'draft unpublished', 'closed unpublished'),
  ('provider position', 'active unpublished', 'active published'),
  ('provider position', 'active unpublished', 'suspended unpublished'),
  ('provider position', 'active unpublished', 'closed unpublished'),
  ('provider position', 'active published', 'active unpublished'),
  ('provider position', 'active published', 'active withheld'),
  ('provider position', 'active published', 'suspended published'),
  ('provider position', 'active published', 'closed unpublished'),
  ('provider position', 'active withheld', 'active published'),
  ('provider position', 'active withheld', 'suspended withheld'),
  ('provider position', 'active withheld', 'closed withheld'),
  ('provider position', 'suspended unpublished', 'active unpublished'),
  ('provider position', 'suspended unpublished', 'closed unpublished'),
  ('provider position', 'suspended published', 'active published'),
  ('provider position', 'suspended published', 'suspended unpublished'),
  ('provider position', 'suspended published', 'suspended withheld'),
  ('provider position', 'suspended published', 'closed unpublished'),
  ('provider position', 'suspended withheld', 'active withheld'),
  ('provider position', 'suspended withheld', 'suspended published'),
  ('provider position', 'suspended withheld', 'closed withheld');

create function guard_provider_position() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if (new.state, new.publication) is distinct from ('draft'::provider_state, 'unpublished'::publication_state) then
      raise exception 'a provider begins as an unpublished draft' using errcode = 'restrict_violation';
    end if;
  elsif (new.state, new.publication) is distinct from (old.state, old.publication) and not exists (
    select from allowed_transition where thing = 'provider position'
      and from_state = old.state || ' ' || old.publication and to_state = new.state || ' ' || new.publication
  ) then
    raise exception 'a provider cannot go from % % to % %', old.state, old.publication, new.state, new.publication
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_provider_position before insert or update on provider
  for each row execute function guard_provider_position();
alter table provider enable always trigger guard_provider_position;

-- A selection begins active; the guard of its changes does not see how it is made.
create function guard_new_selection() returns trigger language plpgsql as $$
begin
  if new.state <> 'active' then
    raise exception 'a selection begins active' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_new_selection before insert on service_selection for each row execute function guard_new_selection();
alter table service_selection enable always trigger guard_new_selection;
