-- What identity knows of a person is readable under that person's data key only (ADR 0007). Nothing was released that kept it in
-- clear, and no statement could seal it: a development database forgets who signed in.
delete from access_token;
delete from refresh_token;
delete from session;
delete from operator_grant;
delete from challenge;
drop table contact_point;

-- Has a backup life of its own, days at most: whoever is erased here is erased in every older backup of the other tables.
create table data_key (
  -- A person, or a challenge: its identifier may be nobody's yet.
  subject_id uuid primary key,
  wrapped bytea not null,
  expires_at timestamptz
);
create index data_key_expiry on data_key (expires_at) where expires_at is not null;
grant select, insert, delete on data_key to service_app;

create table contact_point (
  channel text not null check (channel in ('sms', 'email')),
  -- Keyed: it finds a number or address, and tells it to nobody.
  identifier_index bytea not null check (length(identifier_index) = 32),
  sealed_identifier bytea not null,
  person_id uuid not null references person,
  verified_at timestamptz,
  primary key (channel, identifier_index)
);
create index contact_point_person on contact_point (person_id);
grant select, insert, update (verified_at), delete on contact_point to service_app;

alter table challenge
  drop column identifier,
  add column identifier_index bytea not null check (length(identifier_index) = 32),
  add column sealed_identifier bytea not null;
create index challenge_newest on challenge (channel, identifier_index, created_at desc);

-- A label is what somebody called a device, such as `Anna's phone`.
alter table session drop column label, add column sealed_label bytea not null;
