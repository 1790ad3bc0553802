-- Customers from whom a provider takes no enquiry (docs/domain/enquiry.md 33, ADR 0129).
create table customer_block (
  provider_id uuid not null references provider,
  -- The enquiry by which it was blocked: representatives know a customer by it.
  enquiry_id uuid primary key references enquiry,
  -- Null once the customer is erased; then keyed hashes of the mailboxes recognise the person until `kept_until`.
  customer_id uuid,
  hashes bytea[] not null default '{}',
  kept_until timestamptz,
  blocked_at timestamptz not null,
  unique (provider_id, customer_id),
  check ((customer_id is null) = (kept_until is not null))
);
create index customer_block_newest on customer_block (provider_id, blocked_at desc, enquiry_id desc);
create index customer_block_of_customer on customer_block (customer_id);
create index customer_block_expiry on customer_block (kept_until);
grant select, insert, update (customer_id, hashes, kept_until), delete on customer_block to service_app;
