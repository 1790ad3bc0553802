-- Scanning is fair between providers: each has one document under way, and whoever waited for longest is next (promise U4).

create sequence scan_turn_number;
grant usage on sequence scan_turn_number to service_app;
create table scan_turn (
  provider_id uuid primary key,
  -- The provider with the lowest number is next. Who is new, or has had a turn, gets the last one.
  turn_number bigint not null default nextval('scan_turn_number'),
  -- Who scans a document of this provider, and until when others believe it.
  holder_id uuid,
  held_until timestamptz not null default '-infinity',
  -- When a document of this provider last ran out of time.
  out_of_time_at timestamptz not null default '-infinity'
);
call keep_rows('scan_turn');
grant select, insert, update on scan_turn to service_app;
insert into scan_turn (provider_id) select distinct provider_id from evidence_item;

-- How often the opening of a document ran out of time, and the processor time that it took so far.
alter table evidence_processing
  add column out_of_time smallint not null default 0 check (out_of_time between 0 and 2),
  add column cpu_ms integer not null default 0 check (cpu_ms >= 0);
grant update (out_of_time, cpu_ms) on evidence_processing to service_app;
