-- Enquiries of customers, their messages, and the tracked interaction that precedes the disclosure of contact data (ADR 0073).

create table enquiry (
  id uuid primary key,
  customer_id uuid not null,
  provider_id uuid not null references provider,
  category_key text not null references category,
  state text not null default 'sent' check (state in ('sent', 'accepted', 'handed_off', 'closed', 'declined', 'expired')),
  sent_at timestamptz not null,
  answer_due_at timestamptz not null check (answer_due_at > sent_at),
  answered_at timestamptz,
  ended_at timestamptz,
  ended_by text check (ended_by in ('customer', 'provider')),
  decline_reason text check (decline_reason in ('no_capacity', 'outside_area', 'outside_expertise', 'incomplete_request', 'other')),
  constraint end_is_final check ((state in ('closed', 'declined', 'expired')) = (ended_at is not null)),
  constraint closed_by_a_side check ((state in ('closed', 'declined')) = (ended_by is not null)),
  constraint decline_has_reason check ((state = 'declined') = (decline_reason is not null))
);
-- Contract §4: one open enquiry per customer, provider and category.
create unique index enquiry_one_open on enquiry (customer_id, provider_id, category_key)
  where state in ('sent', 'accepted', 'handed_off');
create index enquiry_of_provider on enquiry (provider_id, sent_at desc, id desc);
create index enquiry_of_customer on enquiry (customer_id, sent_at desc, id desc);
grant select, insert, update (state, answered_at, ended_at, ended_by, decline_reason) on enquiry to service_app;

insert into allowed_transition values
  ('enquiry', 'sent', 'accepted'),
  ('enquiry', 'sent', 'declined'),
  ('enquiry', 'sent', 'expired'),
  ('enquiry', 'sent', 'closed'),
  ('enquiry', 'accepted', 'handed_off'),
  ('enquiry', 'accepted', 'closed'),
  ('enquiry', 'handed_off', 'closed');
call guard_transitions('enquiry', 'enquiry');

create function guard_enquiry() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' then
    raise exception 'an enquiry is never deleted' using errcode = 'restrict_violation';
  end if;
  if old.ended_at is not null
    or (new.id, new.customer_id, new.provider_id, new.category_key, new.sent_at, new.answer_due_at)
      is distinct from (old.id, old.customer_id, old.provider_id, old.category_key, old.sent_at, old.answer_due_at)
    or old.answered_at is not null and new.answered_at is distinct from old.answered_at then
    raise exception 'an enquiry that has ended is immutable' using errcode = 'restrict_violation';
  end if;
  if new.state = 'handed_off' and not exists (select from interaction where enquiry_id = new.id) then
    raise exception 'a contact is handed off with an interaction' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_enquiry before update or delete on enquiry for each row execute function guard_enquiry();
create trigger guard_enquiries before truncate on enquiry for each statement execute function guard_enquiry();
alter table enquiry enable always trigger guard_enquiry;
alter table enquiry enable always trigger guard_enquiries;

create function refuse_own_provider() returns trigger language plpgsql as $$
begin
  if exists (
    select from representative where provider_id = new.provider_id and user_id = new.customer_id and ended_at is null
  ) then
    raise exception 'a representative is no customer of the provider'
      using errcode = 'check_violation', constraint = 'customer_is_no_representative';
  end if;
  return new;
end $$;
create trigger refuse_own_provider before insert on enquiry for each row execute function refuse_own_provider();
alter table enquiry enable always trigger refuse_own_provider;

-- At most 50 messages of an enquiry. A message is deleted with its author's account.
create table enquiry_message (
  enquiry_id uuid not null references enquiry,
  number smallint not null check (number between 1 and 50),
  id uuid not null unique,
  author text not null check (author in ('customer', 'provider')),
  author_id uuid not null,
  text text not null check (char_length(text) between 1 and 2000),
  sent_at timestamptz not null,
  primary key (enquiry_id, number)
);
create index enquiry_message_of_author on enquiry_message (author_id);
grant select, insert, delete on enquiry_message to service_app;

create function guard_enquiry_message() returns trigger language plpgsql as $$
begin
  if not exists (select from enquiry where id = new.enquiry_id and state in ('sent', 'accepted', 'handed_off')) then
    raise exception 'an enquiry that has ended takes no message' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_enquiry_message before insert on enquiry_message
  for each row execute function guard_enquiry_message();
alter table enquiry_message enable always trigger guard_enquiry_message;

-- What the customer agreed to hand over (policy `contact-sharing`). Deleted when the consent or the enquiry ends.
create table enquiry_contact (
  enquiry_id uuid primary key references enquiry,
  channel text not null check (channel in ('sms', 'email')),
  identifier text not null check (char_length(identifier) between 3 and 254),
  name text check (char_length(name) between 1 and 80),
  consent_version text not null,
  consented_at timestamptz not null
);
grant select (enquiry_id, channel, consent_version, consented_at), insert, delete on enquiry_contact to service_app;

-- The record of a disclosure, with the consent that it rests on (promise P4).
create table interaction (
  id uuid primary key,
  enquiry_id uuid not null unique references enquiry,
  customer_id uuid not null,
  provider_id uuid not null references provider,
  category_key text not null,
  consent_version text not null,
  consented_at timestamptz not null,
  recorded_by uuid not null,
  recorded_at timestamptz not null
);
create index interaction_of_customer on interaction (customer_id);
grant select, insert on interaction to service_app;
call make_immutable('interaction');

-- Promise P4: the service cannot read a contact without the interaction that records its disclosure.
create function disclosed_contact(enquiry uuid) returns table (channel text, identifier text, name text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select c.channel, c.identifier, c.name
  from enquiry_contact c join interaction i on i.enquiry_id = c.enquiry_id
  where c.enquiry_id = enquiry
$$;
-- For the data export of the person who gave it.
create function own_contacts(person uuid) returns table (enquiry_id uuid, channel text, identifier text, name text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select c.enquiry_id, c.channel, c.identifier, c.name
  from enquiry_contact c join enquiry e on e.id = c.enquiry_id
  where e.customer_id = person
$$;
revoke execute on function disclosed_contact, own_contacts from public;
grant execute on function disclosed_contact, own_contacts to service_app;
