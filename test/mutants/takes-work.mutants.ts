import { mutantsOf } from './mutant.ts';

const heldDays = 'src/directory/public-providers/held-days.test.ts';
const takesWork = 'src/registration/availability/takes-work.test.ts';
const heldCategories = 'src/listing/held-categories.test.ts';
const inQuestion = 'src/registration/duplicates/pairs-in-question.test.ts';
const heldBack = 'src/db/migrations/0032-refused-claims.sql';
const past = 'src/listing/is-held-back.ts';
const cases = 'src/from-other-services/cases/queries.ts';
const cards = 'src/directory/public-providers/queries.ts';
const claim = 'src/from-other-services/claims/public-claim.ts';

/** Who is asked for work has shown something in that category (docs/domain/enquiry.md 2, 32; publication-and-search.md 33). */
export const mutants = [
  ...mutantsOf('services/provider', [
    ['src/registration/availability/takes-work.ts', 'has_public_claim && ', '', takesWork],
    [
      'src/registration/availability/offered-availability.ts',
      'and not ${isHeldBack',
      'and true or ${isHeldBack',
      takesWork,
    ],
    ['src/customers/enquiries/accept-enquiry.ts', 'await assertHasClaim(trx, row, at);', '', takesWork],
    ['src/customers/enquiries/hand-off-contact.ts', 'await assertHasClaim(trx, row, at);', '', takesWork],
    [claim, ' and shown.valid_until > ${at}', '', takesWork],
    [claim, "shown.status = 'active'", 'true', takesWork],
    [claim, 'and ${isNotWithheld(sql`shown.claim_id`, at)}', '', takesWork],
    [claim, 'and ${isInEffect(sql`shown.subject_id`)}', '', takesWork],
    [claim, ' and (offered.removed_at is null or offered.removed_at > ${at})', '', takesWork],
    [claim, ' and not ${isHeldBack(category.providerId, category.categoryKey)}', '', takesWork],
    [heldBack, 'and later.type = refused."claimType"', '', takesWork],
    [heldBack, 'later.valid_from > refused."refusedAt"', 'true', takesWork],
    [
      'src/db/migrations/0001-providers.sql',
      '        and not is_held_back(c.provider_id, c.category_key)',
      '',
      heldDays,
    ],
    [
      heldBack,
      ' or asks_for(of_provider, of_category,',
      ' or false and asks_for(of_provider, of_category,',
      heldCategories,
    ],
    [heldBack, 'jsonb_build_object(\'type\', refused."claimType") || ', 'jsonb_build_object() || ', heldCategories],
    [heldBack, `case when refused."isAboutPerson" then`, 'case when false then', heldCategories],
    [heldBack, `case when refused."isAboutPerson" then`, 'case when true then', heldCategories],
    [heldBack, 'not refused."isAboutPerson" or later.subject_id is null', 'true', heldCategories],
    [heldBack, ' and present.user_id = shown.user_id', '', heldCategories],
    [heldBack, 'where taken.provider_id = of_provider and', 'where false and', heldCategories],
    [heldBack, 'taken.valid_from >= later.valid_from', 'taken.valid_from = later.valid_from', heldCategories],
    [heldBack, ' and taken.valid_from >= later.valid_from', '', heldCategories],
    [heldBack, 'if new.changed_at < old.changed_at then', 'if false then', heldCategories],
    [
      heldBack,
      'from service_selection s',
      "from (select * from service_selection where state = 'active') s",
      heldCategories,
    ],
    [
      heldBack,
      'later.category_key in (of_category, refused."categoryKey")',
      'later.category_key = of_category',
      heldCategories,
    ],
    [
      heldBack,
      'later.category_key in (of_category, refused."categoryKey")',
      'later.category_key = refused."categoryKey"',
      heldCategories,
    ],
    [heldBack, 'where lifted.provider_id = of_provider and', 'where false and', heldCategories],
    [heldBack, " and lifted.change_reason = 'suspension_lifted'", '', heldCategories],
    [heldBack, ' and lifted.changed_at > refused."refusedAt"', '', heldCategories],
    [heldBack, 'lifted.category_key in (of_category, refused."categoryKey")', 'true', heldCategories],
    [
      heldBack,
      'lifted.category_key in (of_category, refused."categoryKey")',
      'lifted.category_key = of_category',
      heldCategories,
    ],
    [
      'src/directory/claim-verification/queries.ts',
      'and not ${isHeldBack(sql`own.provider_id`, sql`own.category_key`)}',
      '',
      heldCategories,
    ],
    [
      cases,
      'where stored.changed_at <= excluded.changed_at`.execute(trx);\n}\n\n/** Refused',
      '`.execute(trx);\n}\n\n/** Refused',
      heldCategories,
    ],
    [cases, 'coalesce(stored.decided_at, excluded.decided_at)', 'excluded.decided_at', inQuestion],
    [cases, 'fact.decidedAt ? sql`excluded.decided_at` :', 'false ? sql`` :', inQuestion],
    [cards, 'at < now ? wasHeldBack(...category, at)', 'at < now ? sql`false`', heldDays],
    [cards, 'at < now ? wasHeldBack(...category, at) : ', '', heldDays],
    [past, 'h.held_at <= ${at}', 'true', heldDays],
    [past, 'h.ended_at is null or h.ended_at > ${at}', 'true', heldDays],
    [past, 'h.ended_at is null or ', '', heldDays],
    [heldBack, 'old.ended_at is not null or ', '', heldDays],
    [heldBack, ' or old.is_told and not new.is_told', '', heldDays],
    ['src/listing/refresh-listing.ts', 'and not ${isHeldBack(sql`s.provider_id`, sql`s.category_key`)}', '', takesWork],
    [
      'src/from-other-services/cases/apply-refusals.ts',
      'await refreshListing(trx, payload.providerId, now());',
      '',
      takesWork,
    ],
    [
      'src/from-other-services/claims/active-claims.ts',
      'count(*) filter (where not held.is)::int as "currentClaims"',
      'count(*)::int as "currentClaims"',
      takesWork,
    ],
    [
      'src/directory/public-providers/get-public-provider.ts',
      '.filter(({ is_held_back }) => !is_held_back)',
      '',
      takesWork,
    ],
    ['src/directory/public-providers/card-page.ts', 'withHeldBack: false', 'withHeldBack: true', takesWork],
    ['src/directory/public-providers/list-public-availability.ts', ' || !has_public_claim', '', takesWork],
  ]),
  ...mutantsOf('services/verification', [
    [
      'src/case/effects/case-payload.ts',
      'case_id === found.id && is_grave',
      'case_id === found.id',
      'src/case/refusals/refusals-in-events.test.ts',
    ],
    [
      'src/case/effects/case-payload.ts',
      'case_id === found.id && is_grave',
      'case_id && is_grave',
      'src/case/refusals/refusals-in-events.test.ts',
    ],
    [
      'src/case/effects/case-payload.ts',
      '...(decidedAt && {',
      '...(decidedAt && false && {',
      'src/case/refusals/refusals-in-events.test.ts',
    ],
    [
      'src/case/effects/queries.ts',
      "decisions.orderBy('decided_at', 'desc')",
      "decisions.orderBy('decided_at', 'asc')",
      'src/case/refusals/refusals.test.ts',
    ],
  ]),
  ...mutantsOf('services/website', [
    [
      'src/customers/claims/provider-data.ts',
      '.filter(({ hasCurrentClaim }) => hasCurrentClaim)',
      '',
      'src/customers/claims/claim-pages.test.ts',
    ],
    [
      'src/customers/claims/enquiry-action.ts',
      'hasCurrentClaim ? closed : withoutClaim',
      'closed',
      'src/customers/claims/claim-pages.test.ts',
    ],
  ]),
];
