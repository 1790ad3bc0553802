-- Enquiries of customers, and the reviews, disputes and reports that follow them.

-- An enquiry of a customer. The provider gets the contact only with a recorded interaction (docs/domain/enquiry.md 13).
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
-- One open enquiry per customer, provider and category (docs/domain/enquiry.md 3).
create unique index enquiry_one_open on enquiry (customer_id, provider_id, category_key)
  where state in ('sent', 'accepted', 'handed_off');
create index enquiry_of_provider on enquiry (provider_id, sent_at desc, id desc);
create index enquiry_of_customer on enquiry (customer_id, sent_at desc, id desc);
insert into allowed_transition values
  ('enquiry', 'sent', 'accepted'), ('enquiry', 'sent', 'declined'), ('enquiry', 'sent', 'expired'),
  ('enquiry', 'sent', 'closed'),
  ('enquiry', 'accepted', 'handed_off'), ('enquiry', 'accepted', 'closed'),
  ('enquiry', 'handed_off', 'closed');
call guard_transitions('enquiry', 'enquiry');
grant select, insert, update (state, answered_at, ended_at, ended_by, decline_reason) on enquiry to service_app;

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
alter table enquiry enable always trigger guard_enquiry;

create trigger guard_enquiries before truncate on enquiry for each statement execute function guard_enquiry();
alter table enquiry enable always trigger guard_enquiries;

create function refuse_own_provider() returns trigger language plpgsql as $$
begin
  if has_represented(new.customer_id, new.provider_id, 'infinity') then
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

-- The contact that the customer agreed to share (policy `contact-sharing`). Deleted when the consent or the enquiry ends.
create table enquiry_contact (
  enquiry_id uuid primary key references enquiry,
  channel text not null check (channel in ('sms', 'email')),
  identifier text not null check (char_length(identifier) between 3 and 254),
  name text check (char_length(name) between 1 and 80),
  consent_version text not null,
  consented_at timestamptz not null
);
grant select (enquiry_id, channel, consent_version, consented_at), insert, delete on enquiry_contact to service_app;

-- The record of a disclosure, with the consent on which it is based (promise P4).
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
call make_immutable('interaction');
grant select, insert on interaction to service_app;

-- The service cannot read a contact without the interaction that records its disclosure (promise P4).
create function disclosed_contact(enquiry uuid) returns table (channel text, identifier text, name text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select c.channel, c.identifier, c.name
  from enquiry_contact c join interaction i on i.enquiry_id = c.enquiry_id
  where c.enquiry_id = enquiry
$$;

-- The data export of the person whose contact it is needs it.
create function own_contacts(person uuid) returns table (enquiry_id uuid, channel text, identifier text, name text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select c.enquiry_id, c.channel, c.identifier, c.name
  from enquiry_contact c join enquiry e on e.id = c.enquiry_id
  where e.customer_id = person
$$;
revoke execute on function disclosed_contact, own_contacts from public;
grant execute on function disclosed_contact, own_contacts to service_app;

-- A question to operations about a review, a response, a dispute or a report (docs/domain/reviews-and-disputes.md 16). The decision
-- arrives as an event. A subject can have several rounds, one after the other.
create table moderation_request (
  id uuid primary key,
  subject_id uuid not null,
  kind text not null check (kind in ('review', 'review_response', 'dispute', 'report')),
  round smallint not null check (round between 1 and 100),
  is_appeal boolean not null,
  provider_id uuid not null references provider,
  category_key text references category,
  reason_code text not null,
  -- Persons whom the subject concerns. They cannot decide.
  involved uuid[] not null,
  requested_by uuid not null,
  statement text check (char_length(statement) between 1 and 2000),
  requested_at timestamptz not null,
  ready_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'decided', 'withdrawn')),
  outcome text,
  decision_reason text,
  ended_at timestamptz,
  unique (subject_id, round),
  check ((state = 'open') = (ended_at is null)),
  check ((state = 'decided') = (outcome is not null))
);
create unique index moderation_one_open on moderation_request (subject_id) where state = 'open';
create unique index moderation_one_appeal on moderation_request (subject_id) where is_appeal;
create index moderation_of_requester on moderation_request (requested_by);
insert into allowed_transition values
  ('moderation_request', 'open', 'decided'), ('moderation_request', 'open', 'withdrawn');
call guard_transitions('moderation_request', 'moderation_request');
-- `involved`: an operator who flags what is already examined cannot decide either (docs/domain/reviews-and-disputes.md 20).
grant select, insert, update (state, outcome, decision_reason, ended_at, ready_at, statement, involved) on moderation_request to service_app;

create table review (
  -- Random: an id with the time at which it was made would tell the provider which customer wrote the review.
  id uuid primary key default gen_random_uuid(),
  interaction_id uuid not null unique references interaction,
  author_id uuid not null,
  provider_id uuid not null references provider,
  category_key text not null,
  is_recommended boolean not null,
  -- Null when its author is erased.
  text text check (char_length(text) between 1 and 2000),
  state text not null default 'pending' check (state in ('pending', 'published', 'flagged', 'removed', 'rejected', 'withdrawn')),
  -- Flagged as harmful or illegal: not shown until an operator has decided.
  is_hidden boolean not null default false,
  -- Kept here and not on the flag, which goes with the account of its author.
  was_hidden boolean not null default false,
  submitted_at timestamptz not null,
  published_at timestamptz,
  ended_at timestamptz,
  end_reason text,
  check ((state in ('removed', 'rejected')) = (ended_at is not null and end_reason is not null))
);
create index review_of_provider on review (provider_id, published_at desc, id desc) where state in ('published', 'flagged');
create index review_counts on review (provider_id, state, end_reason);
create index review_by_author on review (author_id, submitted_at desc, id desc);
insert into allowed_transition values
  ('review', 'pending', 'published'), ('review', 'pending', 'rejected'), ('review', 'pending', 'withdrawn'),
  ('review', 'published', 'flagged'), ('review', 'published', 'removed'), ('review', 'published', 'withdrawn'),
  ('review', 'flagged', 'published'), ('review', 'flagged', 'removed'), ('review', 'flagged', 'withdrawn'),
  ('review', 'removed', 'published'),
  ('review', 'rejected', 'published');
call guard_transitions('review', 'review');
grant select, insert, update (text, state, is_hidden, was_hidden, published_at, ended_at, end_reason) on review to service_app;

create function guard_review() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if not exists (
      select from interaction i where i.id = new.interaction_id and i.customer_id = new.author_id
        and i.provider_id = new.provider_id and i.recorded_at > new.submitted_at - interval '12 months'
    ) then
      raise exception 'a review needs an own interaction of the last 12 months'
        using errcode = 'check_violation', constraint = 'review_of_own_interaction';
    end if;
    return new;
  elsif tg_op <> 'UPDATE' then
    raise exception 'a review is never deleted' using errcode = 'restrict_violation';
  end if;
  if new.text is distinct from old.text and new.text is not null then
    raise exception 'the text of a review is immutable' using errcode = 'restrict_violation';
  end if;
  if new.state is distinct from old.state and (old.state, new.state) in
      (('published', 'removed'), ('removed', 'published'), ('rejected', 'published'))
    and not exists (select from moderation_request where subject_id = new.id and is_appeal and state = 'decided') then
    raise exception 'a decided review changes by an appeal only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_review before insert or update or delete on review for each row execute function guard_review();
alter table review enable always trigger guard_review;

create trigger guard_reviews before truncate on review for each statement execute function guard_review();
alter table review enable always trigger guard_reviews;

create table review_response (
  review_id uuid primary key references review,
  author_id uuid not null,
  text text not null check (char_length(text) between 1 and 2000),
  responded_at timestamptz not null,
  -- The id in its moderation, which is not that of the review.
  id uuid not null default gen_random_uuid() unique,
  -- A response begins `pending`. The default is for a service of an earlier version.
  state text not null default 'published' check (state in ('pending', 'published', 'rejected', 'flagged', 'removed')),
  -- True while it waits for its first decision, after a rejection, and while it is flagged as harmful or illegal.
  is_hidden boolean not null default false,
  was_hidden boolean not null default false,
  constraint unread_is_hidden check (is_hidden or state not in ('pending', 'rejected'))
);
create index review_response_of_author on review_response (author_id);
insert into allowed_transition values
  ('review_response', 'pending', 'published'), ('review_response', 'pending', 'rejected'),
  ('review_response', 'published', 'flagged'),
  ('review_response', 'flagged', 'published'), ('review_response', 'flagged', 'removed');
call guard_transitions('review_response', 'review_response');
grant select, insert, update (author_id, text, responded_at, state, is_hidden, was_hidden), delete on review_response to service_app;

-- An operator reads each text before it is public (docs/domain/reviews-and-disputes.md 10).
create function guard_review_response() returns trigger language plpgsql as $$
begin
  if new.text is distinct from old.text then
    raise exception 'the text of a response is immutable' using errcode = 'restrict_violation';
  end if;
  if old.state = 'pending' and new.state = 'published' and not exists (
    select from moderation_request where subject_id = new.id and state = 'decided' and outcome = 'approved'
  ) then
    raise exception 'a response is published by a decision' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_review_response before update on review_response for each row execute function guard_review_response();
alter table review_response enable always trigger guard_review_response;

create table review_flag (
  review_id uuid not null references review,
  flagger_id uuid not null,
  reason_code text not null check (reason_code in ('harmful', 'illegal', 'personal_data', 'not_genuine', 'off_topic')),
  flagged_at timestamptz not null,
  primary key (review_id, flagger_id)
);
create index review_flag_of_person on review_flag (flagger_id);
grant select, insert, delete on review_flag to service_app;

create table review_response_flag (
  response_id uuid not null references review_response (id) on delete cascade,
  flagger_id uuid not null,
  reason_code text not null check (reason_code in ('harmful', 'illegal', 'personal_data', 'not_genuine', 'off_topic')),
  flagged_at timestamptz not null,
  primary key (response_id, flagger_id)
);
create index review_response_flag_of_person on review_response_flag (flagger_id);
grant select, insert, delete on review_response_flag to service_app;

create table dispute (
  id uuid primary key,
  interaction_id uuid not null references interaction,
  customer_id uuid not null,
  provider_id uuid not null references provider,
  category_key text not null,
  opened_by text not null check (opened_by in ('customer', 'provider')),
  reason_code text not null check (reason_code in ('no_show', 'quality', 'price', 'damage', 'conduct', 'other')),
  state text not null default 'open' check (state in ('open', 'awaiting_response', 'under_review', 'resolved', 'withdrawn')),
  opened_at timestamptz not null,
  response_due_at timestamptz not null check (response_due_at > opened_at),
  ended_at timestamptz,
  outcome text check (outcome in ('for_customer', 'for_provider', 'no_finding')),
  check ((state in ('resolved', 'withdrawn')) = (ended_at is not null)),
  check ((state = 'resolved') = (outcome is not null))
);
create unique index dispute_one_open on dispute (interaction_id) where state in ('open', 'awaiting_response', 'under_review');
create index dispute_of_interaction on dispute (interaction_id, opened_by);
create index dispute_of_customer on dispute (customer_id, opened_at desc, id desc);
create index dispute_of_provider on dispute (provider_id, opened_at desc, id desc);
insert into allowed_transition values
  ('dispute', 'open', 'awaiting_response'), ('dispute', 'open', 'withdrawn'),
  ('dispute', 'awaiting_response', 'under_review'), ('dispute', 'awaiting_response', 'withdrawn'),
  ('dispute', 'under_review', 'resolved'), ('dispute', 'under_review', 'withdrawn');
call guard_transitions('dispute', 'dispute');
grant select, insert, update (state, ended_at, outcome) on dispute to service_app;

create function guard_dispute() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or old.ended_at is not null then
    raise exception 'a dispute that has ended is immutable' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_dispute before update or delete on dispute for each row execute function guard_dispute();
alter table dispute enable always trigger guard_dispute;

create trigger guard_disputes before truncate on dispute for each statement execute function guard_dispute();
alter table dispute enable always trigger guard_disputes;

create table dispute_statement (
  dispute_id uuid not null references dispute,
  number smallint not null check (number between 1 and 10),
  side text not null check (side in ('customer', 'provider')),
  author_id uuid not null,
  text text not null check (char_length(text) between 1 and 4000),
  made_at timestamptz not null,
  primary key (dispute_id, number)
);
create index dispute_statement_of_author on dispute_statement (author_id);
grant select, insert, delete on dispute_statement to service_app;

create table provider_report (
  id uuid primary key,
  provider_id uuid not null references provider,
  reporter_id uuid not null,
  reason_code text not null check (reason_code in ('unsafe', 'fraud', 'impersonation', 'wrong_information', 'other')),
  -- Null when its reporter is erased.
  statement text check (char_length(statement) between 1 and 2000),
  reported_at timestamptz not null
);
create index provider_report_by_reporter on provider_report (reporter_id, reported_at desc, id desc);
grant select, insert, update (statement) on provider_report to service_app;
