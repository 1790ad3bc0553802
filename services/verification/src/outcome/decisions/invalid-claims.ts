import type { FieldCode } from '@trust/contracts/problems/problem';
import type { FieldError } from '@trust/service-kit/problems/problem';
import type { z } from 'zod';
import type { CaseRequirement } from '../../case/record/requirements.ts';
import type { ClaimDecision, DecisionCreate } from './schema.ts';

type Context = {
  claims: readonly z.output<typeof ClaimDecision>[];
  /** Of the decision. */
  reasonCodes: z.output<typeof DecisionCreate>['reasonCodes'];
  requirements: readonly CaseRequirement[];
  now: Date;
};

export function invalidFields(
  claim: z.output<typeof ClaimDecision>,
  index: number,
  { claims, reasonCodes, requirements, now }: Context,
): FieldError[] {
  const { type, result, validUntil } = claim;
  const errorIf = (field: string, code: FieldCode<'invalid-request'>, isInvalid: boolean): FieldError[] =>
    isInvalid ? [{ field: `claims.${index}.${field}`, code }] : [];
  const isRefused = result === 'refused';
  const hasSeveral = reasonCodes.length > 1 && claims.filter((one) => one.result === 'refused').length > 1;
  return [
    ...errorIf('type', 'unknown_claim_type', !requirements.some(({ claim_type }) => claim_type === type)),
    ...errorIf('type', 'duplicate', claims.findIndex((other) => other.type === type) !== index),
    ...errorIf('validUntil', 'not_allowed', validUntil !== undefined && isRefused),
    ...errorIf('validUntil', 'must_be_future', validUntil !== undefined && Date.parse(validUntil) <= now.getTime()),
    ...errorIf('reasonCodes', 'not_allowed', claim.reasonCodes !== undefined && !isRefused),
    ...errorIf('reasonCodes', 'reasons_missing', claim.reasonCodes === undefined && isRefused && hasSeveral),
    ...(claim.reasonCodes ?? []).flatMap((code, at) =>
      errorIf(`reasonCodes.${at}`, 'reason_not_of_decision', !reasonCodes.includes(code)),
    ),
  ];
}
