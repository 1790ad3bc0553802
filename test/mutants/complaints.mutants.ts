import { mutantsOf } from './mutant.ts';

const complaints = 'src/registration/duplicates/complaints.test.ts';
const drafts = 'src/registration/duplicates/drafts.test.ts';
const told = 'src/registration/representatives/told-of-representation.test.ts';
const migration = 'src/db/migrations/0030-complaints-when-closing.sql';
const duplicates = 'src/registration/duplicates/possible-duplicates.ts';
const created = 'src/registration/providers/create-provider.ts';
const creating = 'src/registration/providers/create-provider.test.ts';
const representatives = 'src/registration/representatives';

export const mutants = mutantsOf('services/provider', [
  [migration, "h.state = 'held' or ", '', complaints],
  [migration, ' or h.changed_at >= closed.at', '', complaints],
  [migration, 'h.changed_at >= closed.at', 'true', complaints],
  [
    migration,
    "e.kind = 'suspend_provider_listing' and e.started_at > closed.at - interval '7 days'",
    'e.ends_at > closed.at',
    complaints,
  ],
  [
    migration,
    "e.kind = 'suspend_provider_listing' and e.started_at > closed.at - interval '7 days'",
    'true',
    complaints,
  ],
  [migration, "kind = 'report' and state = 'open'", 'false', complaints],
  [migration, 'order by subject_id, round desc', 'order by subject_id, round', complaints],
  [migration, "(('report', 'upheld'), ('dispute', 'for_customer'))", "(('report', 'upheld'))", complaints],
  [migration, "(('report', 'upheld'), ('dispute', 'for_customer'))", "(('dispute', 'for_customer'))", complaints],
  [migration, "and d.ended_at > closed.at - interval '1 year'", '', complaints],
  [duplicates, " and (o.state <> 'draft' or (select state from this) <> 'draft')", '', drafts],
  [duplicates, "case o.state when 'active' then 1 when 'draft' then 2 else 0 end, ", '', drafts],
  [
    'src/registration/activation/activate-if-complete.ts',
    'if (isCompleted) await flagDuplicates',
    'if (false) await flagDuplicates',
    drafts,
  ],
  ['src/registration/profile/change-profile.ts', 'if (!isActivated) await', 'await', drafts],
  [created, 'await lockContacts(trx, userId);', '', creating],
  [created, '< maxOwned', '<= maxOwned', creating],
  [
    'src/provider-record/assignments.ts',
    ".as('owned'))\n    .where('user_id', '=', userId)\n    .where('role', '=', 'owner')\n    .where('ended_at', 'is', null)",
    ".as('owned'))\n    .where('user_id', '=', userId)\n    .where('role', '=', 'owner')",
    creating,
  ],
  [
    'src/registration/providers/transition-provider.ts',
    " || transition === 'close'",
    '',
    'src/registration/providers/step-up.test.ts',
  ],
  [`${representatives}/accept-invitation.ts`, "if (open.role !== 'contributor')", '', told],
  [
    `${representatives}/delete-representative.ts`,
    'if (!isOwn) await tellOfRepresentation',
    'await tellOfRepresentation',
    told,
  ],
  [
    `${representatives}/delete-representative.ts`,
    "if (!isOwn) await tellOfRepresentation(trx, assignment.user_id, 'representation_ended');",
    '',
    told,
  ],
  [
    `${representatives}/end-representation.ts`,
    "for (const { user_id } of ended) await tellOfRepresentation(trx, user_id, 'provider_closed');",
    '',
    told,
  ],
]);
