-- Of a short-lived event: the row is deleted once it is acknowledged, or at this time.
alter table outbox add column expires_at timestamptz;
create index outbox_expiry on outbox (expires_at) where expires_at is not null;

-- How far a stream of this service was acknowledged. A stream that ends before that has lost events (promise E6).
create table stream_position (
  stream text primary key,
  last_seq bigint not null,
  -- Set while the events of the outbox are published again.
  lost_at timestamptz
);
grant select, insert, update on stream_position to service_app;
