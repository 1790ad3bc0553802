-- The W3C trace context of the event that asked for the delivery: sending continues the trace.
alter table delivery add column traceparent text check (length(traceparent) <= 55);
