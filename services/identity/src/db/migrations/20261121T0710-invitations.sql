-- Who is invited to represent a provider: by the keyed index alone, for whom it is may be nobody yet. Gone once it is accepted,
-- withdrawn or over; its history is the provider service's.
create table invitation (
  id uuid primary key,
  provider_id uuid not null,
  channel text not null check (channel in ('sms', 'email')),
  identifier_index bytea not null check (length(identifier_index) = 32),
  invited_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > invited_at)
);
create index invitation_contact on invitation (channel, identifier_index);
create index invitation_expiry on invitation (expires_at);
grant select, insert, delete on invitation to service_app;
