-- A document that its provider took back answers nothing any more, whatever was said of it before.
alter type evidence_state add value 'withdrawn';
-- When it was confirmed is known once that is told, in whatever order the rest is.
grant update (at) on evidence_projection to service_app;
