-- The response to a sign-in, for a client that repeats it under the same Idempotency-Key because it lost the response (promise A8).
create table sign_in_reply (
  -- A challenge of a passkey is deleted at its first use.
  challenge_id uuid primary key,
  session_id uuid not null references session on delete cascade,
  request_hash bytea not null,
  -- Encrypted under a key derived from the request with its key, which this database does not store, and a secret.
  answer bytea not null,
  expires_at timestamptz not null
);
create index sign_in_reply_session on sign_in_reply (session_id);
create index sign_in_reply_expiry on sign_in_reply (expires_at);
grant select, insert, delete on sign_in_reply to service_app;
