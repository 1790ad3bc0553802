-- No session is ever rejected: where a confirmation fails, its session stays as it was (the spec). The name of the state is released.
delete from allowed_transition where thing = 'upload session' and to_state = 'rejected';
alter table upload_session add constraint upload_session_never_rejected check (state <> 'rejected');

-- Of nothing a check thinks nothing: that a loss has its reason must be true, not just not false.
alter table evidence_processing drop constraint evidence_processing_lost;
alter table evidence_processing
  add constraint evidence_processing_lost check (state::text <> 'lost' or refusal is not distinct from 'lost');
