-- Only an area of the person who entered the base is moved by the base (docs/domain/provider-record.md 39). Null for an area from before
-- of a provider that more than one person represented: it is moved as that of a colleague.
alter table service_area add column set_by uuid;
update service_area a set set_by = r.only_one
from (
  select provider_id, min(user_id::text)::uuid as only_one from representative group by provider_id having count(distinct user_id) = 1
) r
where r.provider_id = a.provider_id;
