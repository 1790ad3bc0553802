-- What a legal hold keeps row by row is not emptied at once either (promise M2).
create trigger refuse_truncate before truncate on data_key for each statement execute function refuse_change();
create trigger refuse_truncate before truncate on contact_point for each statement execute function refuse_change();
alter table data_key enable always trigger refuse_truncate;
alter table contact_point enable always trigger refuse_truncate;
