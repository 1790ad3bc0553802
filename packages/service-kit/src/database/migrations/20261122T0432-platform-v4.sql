-- What these columns hold is the type of an event; its NATS subject is made of the type and the aggregate.
alter table outbox rename column subject to type;
alter table dead_letter rename column subject to type;

-- The aggregate by which consumers select events. Rows from before get that of an event that stands alone.
alter table outbox add column aggregate text;
update outbox set aggregate = split_part(type, '.', 2);
alter table outbox alter column aggregate set not null;
