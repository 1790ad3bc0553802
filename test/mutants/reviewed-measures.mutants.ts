import { mutantsOf } from './mutant.ts';

const measures = 'src/registration/measures';
const repeated = `${measures}/repeated-measures.test.ts`;
const reviewed = `${measures}/reviewed-measures.test.ts`;
const removed = 'src/db/migrations/0040-repeated-removals.sql';
const removals = 'src/registration/services/services-of-operators.test.ts';
const migration = 'src/db/migrations/0035-reviewed-measures.sql';
const changed = 'src/interventions/provider-measures/on-measure-changed.ts';
const managers = 'src/interventions/provider-measures/queries.ts';
const item = 'src/queue/kinds/measure-reviews.ts';
const queue = 'src/interventions/provider-measures/measure-reviews.test.ts';

/** Another operator reviews what one did to a provider, and its end. */
export const mutants = [
  ...mutantsOf('services/provider', [
    [migration, 'where m.provider_id = new.provider_id and m.actor_id', 'where m.actor_id', repeated],
    [migration, ' and m.actor_id = new.actor_id', '', repeated],
    [migration, "'30 days'", "'29 days'", repeated],
    [migration, " and r.outcome = 'justified'", '', repeated],
    [migration, "coalesce(measure_end(m), 'infinity')", 'measure_end(m)', repeated],
    [
      migration,
      "when 'suspend' then 'reinstate' else 'release'",
      "when 'suspend' then 'close' else 'release'",
      repeated,
    ],
    [migration, '(reviewer_id <> acted_by)', '(true)', reviewed],
    [migration, 'if represents_since(new.reviewer_id, ', 'if false and represents_since(new.reviewer_id, ', reviewed],
    [migration, 'if not awaits_review(measure) then', 'if false then', reviewed],
    [`${measures}/review-provider-measure.ts`, 'await assertImpartial(', 'void (', reviewed],
    [`${measures}/get-provider-measure.ts`, 'if (!(await db.transact(', 'if (false && !(await db.transact(', reviewed],
    [`${measures}/queries.ts`, 'then m.actor_id else r.reviewer_id end', 'then m.actor_id end', reviewed],
    [`${measures}/queries.ts`, 'case when m.actor_id <> ${actorId} then', 'case when true then', reviewed],
    [`${measures}/queries.ts`, " and r.outcome = 'justified'", '', reviewed],
    [
      'src/registration/services/select-service.ts',
      'removal?.removed_by !== actor.userId ? removal?.removed_by : undefined',
      'removal?.removed_by',
      reviewed,
    ],
  ]),
  ...mutantsOf('services/operations', [
    [changed, 'reinstate: 1', 'reinstate: 5', queue],
    [changed, "if (payload.outcome === 'not_justified')", 'if (payload.outcome)', queue],
    [changed, 'if (!payload.outcome) await tellOfEnd', 'if (payload.outcome) await tellOfEnd', queue],
    [managers, ' and o.user_id is distinct from ${reviewerId}::uuid', '', queue],
    [managers, ' and not represents_since(o.user_id, ${providerId}::uuid, ${occurredAt})', '', queue],
    [item, 'm.taken_by <> ${visibility.userId}::uuid', 'true', queue],
    [item, ' and m.provider_id <> all(${visibility.ownProviders}::uuid[])', '', queue],
    [item, '${visibility.measures && ', '${', queue],
    [
      'src/from-other-services/providers/on-service-changed.ts',
      'if (userId) await notifyOperator',
      'if (false) await notifyOperator',
      queue,
    ],
  ]),
  ...mutantsOf('services/provider', [
    [removed, 's.provider_id = new.provider_id and s.ends_removal_of', 's.ends_removal_of', removals],
    [removed, 's.ends_removal_of = new.removed_by and s.selected_at', 's.selected_at', removals],
    [
      removed,
      's.ends_removal_of = new.removed_by and s.selected_at',
      's.ends_removal_of is not null and s.selected_at',
      removals,
    ],
    [removed, "s.selected_at > new.removed_at - interval '30 days'", 'true', removals],
    [
      removed,
      "s.selected_at > new.removed_at - interval '30 days'",
      "s.selected_at > new.removed_at - interval '29 days'",
      removals,
    ],
    ['src/registration/services/select-service.ts', 'removerId: removerId ?? null', 'removerId: null', removals],
    ['src/registration/services/select-service.ts', 'removal?.removed_by !== actor.userId ? ', 'true ? ', removals],
    [
      'src/registration/services/remove-service.ts',
      "brokenConstraint(error) === 'removal_not_repeated' ? conflict(wasUndone) : error",
      'error',
      removals,
    ],
  ]),
];
