-- An operator whose acceptance of an invitation awaits approval represents the provider here (docs/domain/invitations.md 12).

-- Then ended_at is when the invitation expires, and the assignment of the same id clears it. Any other end is final.
alter table representative add is_awaiting boolean not null default false;
drop trigger keep_facts on representative;
create trigger keep_facts before update on representative for each row execute function keep_facts('ended_at', 'is_awaiting');
alter table representative enable always trigger keep_facts;
grant update (is_awaiting) on representative to service_app;
