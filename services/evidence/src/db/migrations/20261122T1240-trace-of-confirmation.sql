-- The W3C trace context of the request that confirmed the document: its scan continues the trace.
alter table evidence_processing add column traceparent text check (length(traceparent) <= 55);
