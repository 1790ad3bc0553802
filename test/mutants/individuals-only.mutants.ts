import { mutantsOf } from './mutant.ts';

const test = 'src/registration/services/individuals-only.test.ts';
const confirms = 'src/outcome/decisions/confirmed-business.ts';
const confirmed = 'src/outcome/decisions/confirmed-business.test.ts';
const confirming = 'src/db/migrations/0026-confirmed-business.sql';
const migration = 'src/db/migrations/0038-kinds-of-a-category.sql';

/** No organisation has a category in which no check confirms the kind, nor a claim about its person without one. */
export const mutants = [
  ...mutantsOf('services/provider', [
    ['src/catalog/kinds-of.ts', "=== 'business')", "!== '')", test],
    ['src/catalog/change-version.ts', 'if (active && kindsOf', 'if (false && active && kindsOf', test],
    ['src/registration/services/select-service.ts', 'if (!kindsOf(', 'if (false && !kindsOf(', test],
    ['src/registration/profile/change-profile.ts', 'if (individualsOnly.length > 0)', 'if (false)', test],
    ['src/registration/services/queries.ts', " and state = 'active' and not takes", ' and not takes', test],
    ['src/registration/services/queries.ts', ' and not takes_organisations(requirement_version_id)', '', test],
    [migration, 'is_refused := exists', 'is_refused := false and exists', test],
    [migration, 'is_refused := not takes', 'is_refused := false and not takes', test],
    [migration, ", 'business') = 'business'", ", 'business') <> ''", test],
  ]),
  ...mutantsOf('services/verification', [
    [confirms, 'one.is_one_person === false && (', '(', confirmed],
    [confirms, '(isJudged || !isConfirmed(one, now))', '!isConfirmed(one, now)', confirmed],
    [confirms, '(isJudged || !isConfirmed(one, now))', 'isJudged', confirmed],
    [confirms, 'if (granted.some(isAboutBusiness)) return [];', '', confirmed],
    [confirms, ' && until > now', '', confirmed],
    [confirming, ' and s.ended_at is null', '', confirmed],
    [
      confirming,
      '(business_confirmed_until(new.provider_id) > new.valid_from) is not true',
      'business_confirmed_until(new.provider_id) is null',
      confirmed,
    ],
    [confirming, ' > new.valid_from) is not true', ' > new.valid_from) is false', confirmed],
    [confirming, ' and not is_one_person)', ')', confirmed],
    [confirming, "c.state = 'active' and ", '', confirmed],
    [confirming, 'where c.provider_id = of_provider and ', 'where ', confirmed],
    [
      confirming,
      "where c.decision_id = new.decision_id and s.about = 'business')",
      "where s.about = 'business')",
      confirmed,
    ],
    [confirming, "new.decision_id and s.about = 'business')", 'new.decision_id)', confirmed],
  ]),
];
