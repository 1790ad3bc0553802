-- What is never deleted row by row is not emptied at once either (promise M2).
create trigger refuse_truncate before truncate on provider for each statement execute function refuse_change();
create trigger refuse_truncate before truncate on representative for each statement execute function refuse_change();
create trigger refuse_truncate before truncate on service_selection for each statement execute function refuse_change();
alter table provider enable always trigger refuse_truncate;
alter table representative enable always trigger refuse_truncate;
alter table service_selection enable always trigger refuse_truncate;
