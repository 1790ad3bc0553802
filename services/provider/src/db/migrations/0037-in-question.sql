-- When operators last had a provider in question: its pairs with open providers wait again then (docs/domain/provider-record.md 37).

alter table publication_hold add held_at timestamptz;
grant update (held_at) on publication_hold to service_app;
create index publication_hold_ever on publication_hold (provider_id);

create function in_question_at(of_provider uuid) returns timestamptz language sql stable as $$
  select max(began.at) from (
    select at from provider_transition where provider_id = of_provider and transition in ('suspend', 'withhold')
    union all select held_at from publication_hold where provider_id = of_provider
    union all
    select started_at from emergency_action where target_id = of_provider and kind = 'suspend_provider_listing'
    union all
    select greatest(case when is_adverse then decided_at end, refused_for_good_at) from case_projection where provider_id = of_provider
  ) began (at);
$$;
