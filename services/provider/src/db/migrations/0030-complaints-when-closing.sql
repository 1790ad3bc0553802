-- Who closes while operators or customers have something open against it is found again (docs/domain/provider-record.md 35, ADR 0127).

-- When operators last refused a document of the case for good, also by a mark in a case without a decision. Null once it is set aside.
alter table case_projection add column refused_for_good_at timestamptz;

create index moderation_against_provider on moderation_request (provider_id) where kind in ('report', 'dispute');

create or replace function was_in_question(of_provider uuid) returns boolean language sql stable as $$
  with closed as (
    select max(at) as at from provider_transition where provider_id = of_provider and transition = 'close')
  select exists (select from case_projection where provider_id = of_provider and (is_adverse or refused_for_good_at is not null))
    or exists (
      select from provider_transition s
      where s.provider_id = of_provider and s.transition in ('suspend', 'withhold') and not exists (
        select from provider_transition r
        where r.provider_id = of_provider and r.at > s.at
          and (s.transition, r.transition) in (('suspend', 'reinstate'), ('withhold', 'release'))))
    -- A review or hold that ends after the closing was open until then.
    or exists (
      select from case_projection c, closed
      where c.provider_id = of_provider and c.is_review
        and (c.state not in ('decided', 'closed', 'withdrawn', 'expired') or c.state = 'withdrawn' and c.changed_at >= closed.at))
    or exists (
      select from publication_hold h, closed
      where h.provider_id = of_provider and (h.state = 'held' or h.changed_at >= closed.at))
    -- Colleagues review an action within five working days of its begin.
    or exists (
      select from emergency_action e, closed
      where e.target_id = of_provider and e.kind = 'suspend_provider_listing' and e.started_at > closed.at - interval '7 days')
    or exists (
      select from closed, claim c join emergency_action e on e.target_id = c.claim_id
      where c.provider_id = of_provider and e.kind = 'withhold_claim' and e.started_at > closed.at - interval '7 days')
    -- Only operators select again what they removed.
    or exists (
      select from service_selection s
      where s.provider_id = of_provider and s.removed_by_operators and not exists (
        select from service_selection l
        where (l.provider_id, l.category_key) = (of_provider, s.category_key) and l.id <> s.id and l.selected_at >= s.removed_at))
    or exists (
      select from moderation_request where provider_id = of_provider and kind = 'report' and state = 'open')
    -- An appeal can set the first decision aside.
    or exists (
      select from (
        select distinct on (subject_id) kind, outcome, ended_at from moderation_request
        where provider_id = of_provider and kind in ('report', 'dispute') and state = 'decided'
        order by subject_id, round desc) as d, closed
      where (d.kind, d.outcome) in (('report', 'upheld'), ('dispute', 'for_customer'))
        and d.ended_at > closed.at - interval '1 year')
    or exists (
      select from provider where id = of_provider and name_refusal in ('claims_a_check', 'another_business'))
    or exists (select from kept_hash where provider_id = of_provider);
$$;
