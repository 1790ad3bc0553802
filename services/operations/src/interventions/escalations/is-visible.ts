import { sql } from 'kysely';
import { reviewerReasons } from './reasons.ts';
import type { Scope } from './scope.ts';

/** The query must use the table `escalation` under its own name. */
export function isVisible({ everything, userId, ownProviders }: Scope) {
  return sql<boolean>`(escalation.provider_id is null or escalation.provider_id <> all(${ownProviders}::uuid[])) and (
    ${everything} or ${userId}::uuid in (escalation.opened_by, escalation.started_by)
    or (escalation.state = 'open' and escalation.reason_code = any(${[...reviewerReasons]}::escalation_reason[])))`;
}
