-- What a person reads of the providers that they represent, to choose among them.
create table provider_label (
  provider_id uuid primary key,
  display_name text not null,
  state text not null,
  publication text not null
);
grant select, insert, update (display_name, state, publication) on provider_label to service_app;
