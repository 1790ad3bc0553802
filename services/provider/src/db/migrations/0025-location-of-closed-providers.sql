-- Closing deletes them from now on (docs/domain/provider-record.md 7); this is for who closed before.
delete from private_base where provider_id in (select id from provider where state = 'closed');
delete from service_area where provider_id in (select id from provider where state = 'closed');
delete from area_key where provider_id in (select id from provider where state = 'closed');
