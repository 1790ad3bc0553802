-- A customer hands over a verified contact point of the own account (docs/domain/enquiry.md 25).

-- The verified contact points that identity announced last: hashes, bound to the person.
create table verified_contacts (
  person_id uuid primary key,
  hashes text[] not null,
  changed_at timestamptz not null
);
grant select, insert, update (hashes, changed_at), delete on verified_contacts to service_app;

-- Null for a contact that was given before this rule: it is not handed over.
alter table enquiry_contact add contact_hash text;
grant select (contact_hash) on enquiry_contact to service_app;
