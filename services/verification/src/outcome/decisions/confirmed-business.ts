import type { CaseRequirement } from '../../case/record/requirements.ts';

/**
 * Claims about the person of an organisation that would be granted without one about its business. An organisation is handed over with its claims, so
 * somebody confirmed first that it is one (docs/domain/claim-subject.md 25).
 */
export function withoutBusiness(
  granted: readonly CaseRequirement[],
  ofCase: readonly CaseRequirement[],
  now: Date,
): CaseRequirement[] {
  if (granted.some(isAboutBusiness)) return [];
  const isJudged = ofCase.some(isAboutBusiness);
  return granted.filter((one) => one.is_one_person === false && (isJudged || !isConfirmed(one, now)));
}

function isConfirmed({ business_confirmed_until: until }: CaseRequirement, now: Date): boolean {
  return until !== null && until > now;
}

function isAboutBusiness({ claim_about }: CaseRequirement): boolean {
  return claim_about === 'business';
}
