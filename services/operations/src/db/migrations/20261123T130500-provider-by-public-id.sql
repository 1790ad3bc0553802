-- Operators look a provider up by the id that the public sees.
create index provider_label_by_public_id on provider_label (public_provider_id);
