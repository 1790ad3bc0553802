-- Customers are told of what they could see, and who may still expect somebody (docs/domain/enquiry.md 31).
alter table claim_subject
  -- Until when the consent was in force that the person withdrew. Null: it is in force, or was never given.
  add public_until timestamptz,
  add constraint public_until_withdrawn check (public_until is null or about = 'person' and public_form is null);
grant update (public_until) on claim_subject to service_app;
