-- What a provider still lacks before a case can be opened. Null until the provider service announces it.
alter table provider add column has_profile boolean, add column has_location boolean;
grant update (has_profile, has_location) on provider to service_app;
