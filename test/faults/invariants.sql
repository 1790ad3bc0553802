-- Every statement returns a row for each breach. Its first line: the databases it runs in, and the rule.

-- all: the numbers of an aggregate's events have no gap
select aggregate, aggregate_id from outbox where aggregate_seq is not null
group by aggregate, aggregate_id having count(*) <> max(aggregate_seq) - min(aggregate_seq) + 1;

-- all: the last number of an aggregate belongs to an event
select s.aggregate_id from aggregate_sequence s
join (select aggregate_id, max(aggregate_seq) as seq from outbox group by aggregate_id) o using (aggregate_id)
where o.seq <> s.last_seq;

-- all: no event is parked
select consumer, event_id, reason from dead_letter where redriven_at is null and discarded_at is null;

-- all: no transaction stays open
select pid, state, xact_start from pg_stat_activity
where datname = current_database() and usename like '%_app' and xact_start < now() - interval '15 seconds';

-- identity: a session has at most one refresh token that was not used
select session_id from refresh_token where rotated_at is null group by session_id having count(*) > 1;

-- identity: an erased person has no key, no contact point and no active session
select p.id from person p where p.erased_at is not null and (
  exists (select from data_key k where k.subject_id = p.id) or exists (select from contact_point c where c.person_id = p.id)
  or exists (select from session s where s.person_id = p.id and s.state = 'active'));

-- identity: a code has at most five attempts
select id from challenge where attempts > 5;

-- identity: a contact point belongs to one person
select identifier_index from contact_point where verified_at is not null group by channel, identifier_index having count(*) > 1;

-- provider: a category is selected once
select provider_id, category_key from service_selection where removed_at is null
group by provider_id, category_key having count(*) > 1;

-- provider: a published provider was published by somebody
select id from provider p where publication = 'published'
and not exists (select from provider_transition t where t.provider_id = p.id);

-- provider: only published providers are listed
select l.provider_id from public_listing l left join provider p on p.id = l.provider_id
where p.publication is distinct from 'published';

-- evidence: an intent has at most one open session
select intent_id from upload_session where state = 'requested' group by intent_id having count(*) > 1;

-- evidence: a submitted intent has exactly one version, every other none
select i.id, i.state from upload_intent i left join evidence_version v on v.intent_id = i.id
group by i.id, i.state having count(v.id) <> case i.state when 'submitted' then 1 else 0 end;

-- evidence: every version is being processed
select v.id from evidence_version v left join evidence_processing p on p.version_id = v.id where p.version_id is null;

-- evidence: only documents that were scanned as clean are readable
select g.id from review_grant g join evidence_processing p on p.version_id = g.version_id
where p.refusal is not null or p.state in ('pending_scan', 'quarantined', 'unscannable');

-- verification: a selection has one open case
select selection_id from verification_case where outcome is null and state not in ('decided', 'closed', 'expired')
group by selection_id having count(*) > 1;

-- verification: a decided case has a decision by somebody who did not recommend it
select c.id from verification_case c left join decision d on d.case_id = c.id
where (c.state in ('decided', 'under_appeal') and d.id is null) or d.decider_id = d.recommender_id;

-- verification: a claim has a decision
select c.id from claim c left join decision d on d.id = c.decision_id where d.id is null;

-- webhooks: every ledger transaction sums to zero
select transaction_id from ledger_entry group by transaction_id having sum(amount_minor) <> 0;

-- operations: nobody approves their own request, or twice
select a.override_id from override_approval a group by a.override_id
having count(*) <> count(distinct a.approver_id) or bool_or(a.approver_id = a.requester_id);

-- operations: the audit chain has no gap and links each entry to the one before
select seq from (
  select seq, previous_hash, lag(entry_hash) over (order by seq) as expected_hash, lag(seq) over (order by seq) as before
  from audit_entry) linked
where before is not null and (seq <> before + 1 or previous_hash <> expected_hash);
