-- Consent to uploads, as identity says: without it the workspace asks for it first.
create table upload_consent (
  person_id uuid not null,
  policy_key text not null,
  version text not null,
  granted boolean not null,
  changed_at timestamptz not null,
  primary key (person_id, policy_key)
);
grant select, insert, update, delete on upload_consent to service_app;
