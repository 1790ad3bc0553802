import type { Actor } from '@trust/contracts/actor';
import { Reason } from '@trust/contracts/free-text';
import { representativePermissions } from '@trust/contracts/permissions';
import { once } from '@trust/service-kit/http/idempotency';
import { conflict, invalid, notFound, Problem } from '@trust/service-kit/http/problem';
import { reply } from '@trust/service-kit/http/reply';
import { z } from 'zod';
import { audit, route, type Trx } from '../app.ts';
import { moveCase } from '../cases/move-case.ts';
import { type Case, lockCase } from '../cases/queries.ts';
import { CaseParams, VerificationCaseView } from '../cases/schema.ts';
import { openStates, stateAt } from '../cases/transitions.ts';
import { casePartsOf, toOperatorCase, toVerificationCase } from '../cases/views.ts';
import { withPermission } from '../duties.ts';
import { assertNotFrozen } from '../emergency-actions/assert-not-frozen.ts';

export const withdrawVerificationCase = route(
  {
    method: 'post',
    path: '/verification-cases/{caseId}/withdraw',
    summary: 'Withdraw a case',
    description:
      'Ends an open case without a decision. A representative with `provider.cases.manage` can withdraw an `initial` or `renewal` case until its outcome is recommended; the case of an appeal ends with the appeal. An operator with `verification.cases.assign` can withdraw every open case, with a reason. Its claims stay as they are, and another case can be opened at once.',
    access: 'session',
    permissions: ['provider.cases.manage', 'verification.cases.assign'],
    limit: 'profile-mutation',
    params: CaseParams,
    body: z.strictObject({ reason: Reason.optional() }).meta({ id: 'VerificationCaseWithdraw' }),
    responds: { status: 200, body: VerificationCaseView },
    problems: ['forbidden', 'not-found', 'state-conflict'],
  },
  (input, app) =>
    app.db.transact((trx) =>
      once(trx, input.idempotency, async () => {
        const { actor, body } = input;
        const now = app.now();
        const found = await lockCase(trx, input.params.caseId);
        const permission = permissionOf(actor, found);
        if (!found || !permission) throw notFound();
        const isOperator = permission === 'verification.cases.assign';
        if (isOperator && body.reason === undefined) throw invalid('reason', 'required');
        await assertNotFrozen(trx, found.id, now);
        assertWithdrawable({ ...found, state: stateAt(found, now) }, isOperator);

        const withdrawn = await moveCase(trx, app, found, 'withdrawn');
        await audit(trx, withPermission(input, permission), {
          objectType: 'verification_case',
          objectId: found.id,
          ...(body.reason !== undefined && { reason: body.reason }),
          before: { state: found.state },
          after: { state: 'withdrawn', actingAs: isOperator ? 'operator' : 'representative' },
        });
        return reply(await viewOf(trx, withdrawn, { isOperator, now }), { status: 200 });
      }),
    ),
);

async function viewOf(
  trx: Trx,
  found: Case,
  { isOperator, now }: { isOperator: boolean; now: Date },
): Promise<z.input<typeof VerificationCaseView>> {
  if (isOperator) return toOperatorCase(trx, found, now);
  return toVerificationCase(found, (await casePartsOf(trx, [found.id], now))(found.id), now);
}

/** A representative acts as one, whatever else they may do (promise Z3). Undefined: 404 (promise D2). */
function permissionOf(
  { assignments, permissions }: Actor,
  found: Case | undefined,
): 'provider.cases.manage' | 'verification.cases.assign' | undefined {
  const assignment = assignments.find(({ providerId }) => providerId === found?.provider_id);
  if (!assignment) return permissions.includes('verification.cases.assign') ? 'verification.cases.assign' : undefined;
  if (representativePermissions[assignment.role].includes('provider.cases.manage')) return 'provider.cases.manage';
  throw new Problem('forbidden');
}

function assertWithdrawable({ kind, state }: Pick<Case, 'kind' | 'state'>, isOperator: boolean): void {
  const isOpen = openStates.some((open) => open === state);
  if (isOpen && (isOperator || (kind !== 'review' && state !== 'recommended'))) return;
  throw conflict({
    en: `The case is of kind \`${kind}\` and \`${state}\`, so it cannot be withdrawn. Wait for its decision, or ask an operator.`,
    fr: `Le dossier est de type \`${kind}\` et dans l’état \`${state}\` : il ne peut pas être retiré. Attendez la décision ou adressez-vous à une équipe de la plateforme.`,
  });
}
