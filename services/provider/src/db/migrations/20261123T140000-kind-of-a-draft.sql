-- A draft may still change what it is: one person or an organisation.
-- checked against release 2: the trigger rejects less than before.
create or replace function guard_provider() returns trigger language plpgsql as $$
declare
  erased constant text[] := '{display_name,summary,website,languages,revision,changed_at}';
begin
  if old.state = 'closed' and not (
    old.kind = 'individual'
    and (new.display_name, new.summary, new.website, new.languages) is not distinct from ('Erased', null::text, null::text, '{}'::text[])
    and to_jsonb(new) - erased = to_jsonb(old) - erased
  ) then
    raise exception 'a closed provider cannot change' using errcode = 'restrict_violation';
  end if;
  if (new.id, new.public_provider_id, new.created_at) is distinct from (old.id, old.public_provider_id, old.created_at)
    or new.kind <> old.kind and old.state <> 'draft' then
    raise exception 'a provider keeps its identity' using errcode = 'restrict_violation';
  end if;
  if new.revision <> old.revision + 1 then
    raise exception 'a change of a provider is a new revision' using errcode = 'restrict_violation';
  end if;
  if new.publication is distinct from old.publication and not exists (
    select from allowed_transition
    where thing = 'publication' and from_state = old.publication::text and to_state = new.publication::text
  ) then
    raise exception 'publication cannot go from % to %', old.publication, new.publication using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
