-- Consent to uploads, as identity says (spec: "server validates provider scope, evidence type, file limits and consent").
create table upload_consent (
  person_id uuid not null,
  policy_key text not null,
  version text not null,
  granted boolean not null,
  changed_at timestamptz not null,
  primary key (person_id, policy_key)
);
grant select, insert, update, delete on upload_consent to service_app;

-- The correction window, and when verification said what is known of the case.
alter table verification_case add column due_at timestamptz, add column known_at timestamptz;
create index verification_case_known on verification_case (known_at);
create index service_selection_of_category on service_selection (provider_id, category_key);

-- A new intent for the document of one that its case refused.
alter table upload_intent add column replaces_intent_id uuid references upload_intent;
create index upload_intent_replaces on upload_intent (replaces_intent_id) where replaces_intent_id is not null;
-- Why the case did not take a version that was confirmed. Set together with the withdrawal.
alter table evidence_processing add column case_refusal text;
grant update (case_refusal) on evidence_processing to service_app;
