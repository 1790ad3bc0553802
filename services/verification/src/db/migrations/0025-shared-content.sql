-- The same bytes stand for another provider: whoever confirms a claim on them says why (docs/domain/claim-subject.md 32).
alter table case_check add shared_content_reason text check (char_length(shared_content_reason) between 10 and 500);
create function require_reason_for_content() returns trigger language plpgsql as $$
begin
  if exists (select from evidence_version where id = new.evidence_version_id and is_submitted_elsewhere) then
    raise exception 'the check does not say why the document of several providers confirms a claim'
      using errcode = 'restrict_violation', constraint = 'shared_content_has_reason';
  end if;
  return new;
end $$;
create trigger require_reason_for_content before insert on case_check for each row
  when (new.result <> 'failed' and new.method = 'document_review' and new.shared_content_reason is null)
  execute function require_reason_for_content();
alter table case_check enable always trigger require_reason_for_content;
