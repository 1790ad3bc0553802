-- Nobody stands on both sides of an enquiry or of what follows from it (docs/domain/enquiry.md 27).

create function has_represented(person uuid, of_provider uuid, since timestamptz) returns boolean
  language plpgsql stable as $$
begin
  return exists (
    select from representative
    where provider_id = of_provider and (ended_at is null or ended_at > since) and user_id in (select accounts_of(person))
  );
end $$;

create function refuse_both_sides() returns trigger language plpgsql as $$
declare
  customer uuid;
  since timestamptz;
begin
  -- Waits for an acceptance of an invitation, which locks the provider.
  perform from provider where id = new.provider_id for share;
  if tg_table_name = 'review' then
    customer := new.author_id;
    since := '-infinity';
  else
    customer := new.customer_id;
    if tg_table_name = 'dispute' then
      select e.sent_at into since from interaction i join enquiry e on e.id = i.enquiry_id where i.id = new.interaction_id;
    elsif tg_table_name = 'interaction' then
      select e.sent_at into since from enquiry e where e.id = new.enquiry_id;
    else
      since := new.sent_at;
    end if;
  end if;
  if has_represented(customer, new.provider_id, since) then
    raise exception 'nobody stands on both sides'
      using errcode = 'check_violation', constraint = 'customer_is_no_representative';
  end if;
  return new;
end $$;

create trigger refuse_both_sides before update on enquiry
  for each row when (old.state is distinct from new.state and new.state = 'accepted') execute function refuse_both_sides();
alter table enquiry enable always trigger refuse_both_sides;
create trigger refuse_both_sides before insert on interaction for each row execute function refuse_both_sides();
alter table interaction enable always trigger refuse_both_sides;
create trigger refuse_both_sides before insert on review for each row execute function refuse_both_sides();
alter table review enable always trigger refuse_both_sides;
create trigger refuse_both_sides before insert on dispute for each row execute function refuse_both_sides();
alter table dispute enable always trigger refuse_both_sides;
