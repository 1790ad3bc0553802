import { CaseKind } from '@trust/contracts/events/verification';
import { ProviderId } from '@trust/contracts/fields';
import { Reason } from '@trust/contracts/values/free-text';
import type { Text } from '@trust/contracts/values/text';
import { once } from '@trust/service-kit/http/idempotency';
import { reply } from '@trust/service-kit/http/reply';
import { type FieldError, invalid, notFound, Problem } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { audit, route, type Trx } from '../../app.ts';
import { lockProvider } from '../../from-other-services/providers.ts';
import { keysOfVersion } from '../../from-other-services/requirement-versions.ts';
import { lockOpenCases } from '../record/queries.ts';
import { assertNotRepresentative, notYetKnown } from '../record/separation-of-duties.ts';
import { dayOrInstant } from '../refusals/wait-after-refusals.ts';
import { VerificationCaseView } from '../views/schema.ts';
import { viewOf } from '../views/views.ts';
import { makeWayForReview } from './make-way-for-review.ts';
import { type NewCase, openCase } from './open-and-withdraw.ts';
import { findOpeningFacts } from './opening-facts.ts';
import {
  finalFrom,
  isUnderAppeal,
  kindErrors,
  lastDecidedCase,
  type OpeningFacts,
  openCaseOf,
  readinessErrors,
  waitUntil,
} from './opening-rules.ts';

const CaseProviderId = ProviderId.describe(
  'Identifier of the provider. A provider that you do not represent returns 404, unless you open the case as an operator.',
);

const NewVerificationCase = z
  .strictObject({
    categoryKey: z
      .string()
      .min(1)
      .max(60)
      .meta({ description: 'Key of the category, as in the catalog.', examples: ['electrician'] }),
    kind: CaseKind.meta({ description: 'Why to open the case.', examples: ['renewal'] }),
    requirementKeys: z
      .array(z.string().min(1).max(100))
      .min(1)
      .max(50)
      .optional()
      .meta({
        description: 'Keys of the requirements to review, 1 to 50; only for a `review`. Without it: all requirements.',
        examples: [['trade-qualification', 'liability-insurance']],
      }),
    reason: Reason.optional().meta({
      description:
        'Why, for the audit log: 10 to 500 characters. Required of operators; what a representative writes is not kept.',
      examples: ['The claims of this provider expire next month.'],
    }),
  })
  .meta({
    id: 'VerificationCaseCreate',
    examples: [{ categoryKey: 'electrician', kind: 'renewal' }],
  });

export const createVerificationCase = route(
  {
    method: 'post',
    path: '/providers/{providerId}/verification-cases',
    summary: 'Open a verification case',
    description:
      'Begins again after a case that ended without a claim (`initial`), renews claims from 60 days before until 90 days after their end (`renewal`), or, by operators only, reviews the last decision (`review`). A review asks for the documents of `requirementKeys`, of all requirements without it; claims of other requirements are not reviewed. It withdraws an `initial` or `renewal` case that still awaits documents; an open case that operators judge already is 409 `case_open`, which names it. It opens beside a pending appeal too; its decision then waits for that of the appeal. Selecting a service opens its first case without this route. The case keeps the requirement version of the selection; `initial` and `renewal` need the version in force. A representative waits 14 days after `not_verified`, and after a document for one of the claims was refused as not authentic, as not sufficient or against the register, in any category; after one of its person in another provider until the end of that day (UTC). Once a review has suspended claims, only an appeal is possible until its decision is final; from then on a new case. For representatives with `provider.cases.manage`, or for operators who give a reason and get an `OperatorCase`.',
    access: 'provider.cases.manage',
    scope: 'provider',
    operators: 'verification.cases.assign',
    limit: 'profile-mutation',
    params: z.object({ providerId: CaseProviderId }),
    body: NewVerificationCase,
    responds: { status: 201, body: VerificationCaseView, location: '/verification-cases/{id}' },
    problems: ['forbidden', 'not-found', 'provider-not-ready', 'separation-of-duties', 'state-conflict'],
  },
  (input, app) =>
    app.db.transact((trx) =>
      once(trx, input.idempotency, async () => {
        const { providerId, asOperator, body } = input;
        if (body.kind === 'review' && !asOperator) throw new Problem('forbidden');
        if (asOperator && body.reason === undefined) throw invalid('reason', 'required');
        if (body.requirementKeys && body.kind !== 'review') throw invalid('requirementKeys', 'not_allowed');
        await lockProvider(trx, providerId);
        const now = app.now();
        if (asOperator) await assertNotRepresentative(trx, input.actor, { providerId, at: now });
        const { categoryKey, reason = '' } = body;
        if (body.kind === 'review') await makeWayForReview(trx, app, input, { providerId, categoryKey, reason });
        const facts = await findOpeningFacts(trx, { providerId, categoryKey: body.categoryKey }, now);
        if (!facts) throw asOperator ? notFound() : notYetKnown('providerId');
        assertCanOpen(body.kind, facts, { asOperator, now });
        await assertKeysOf(trx, facts, body.requirementKeys ?? []);
        const opened = await openCase(trx, app, { providerId, ...newCaseOf(body, facts, input.actor.userId) });
        if (!opened)
          throw openConflict({ code: 'case_open', allowed: await openCaseIds(trx, { providerId, categoryKey }) });
        await audit(trx, input, {
          objectType: 'verification_case',
          objectId: opened.id,
          ...(body.reason !== undefined && { reason: body.reason }),
          after: {
            state: opened.state,
            kind: opened.kind,
            categoryKey: opened.category_key,
            actingAs: asOperator ? 'operator' : 'representative',
          },
        });
        return reply(await viewOf(trx, opened, { isOperator: asOperator, now }), { status: 201 });
      }),
    ),
);

function assertCanOpen(
  kind: NewCase['kind'],
  facts: OpeningFacts,
  { asOperator, now }: { asOperator: boolean; now: Date },
): void {
  assertReady(readinessErrors(kind, facts));
  const open = openCaseOf(facts);
  if (open) throw openConflict({ code: 'case_open', allowed: [open] });
  // Its decision waits for that of the appeal (docs/domain/case.md 16).
  if (kind !== 'review' && isUnderAppeal(facts)) throw openConflict({ code: 'appeal_open' });
  const final = kind === 'review' ? undefined : finalFrom(facts, now);
  if (final) throw tooEarly(notFinal(final.toISOString()));
  assertReady(kindErrors(kind, facts, now));
  const from = asOperator ? undefined : waitUntil(facts, now);
  if (from)
    throw tooEarly({
      en: `Documents were refused. Open the next case from ${dayOrInstant(from)}.`,
      fr: `Des pièces ont été refusées. Ouvrez le prochain dossier à partir du ${dayOrInstant(from)}.`,
    });
}

function tooEarly(detail: Text): Problem {
  return new Problem('provider-not-ready', detail, { errors: [{ field: 'kind', code: 'attempt_too_early' }] });
}

const notFinal = (from: string): Text => ({
  en: `A review suspended claims. Until its decision is final only an appeal can change that. Open the next case from ${from}.`,
  fr: `Un réexamen a suspendu des attestations. Tant que la décision n’est pas définitive, seul un recours peut la changer. Ouvrez le dossier suivant à partir du ${from}.`,
});

function assertReady(errors: FieldError<'provider-not-ready'>[]): void {
  if (errors.length > 0) throw new Problem('provider-not-ready', undefined, { errors });
}

async function openCaseIds(trx: Trx, of: { providerId: string; categoryKey: string }): Promise<string[]> {
  return (await lockOpenCases(trx, of)).filter(({ for_appeal }) => !for_appeal).map(({ id }) => id);
}

function openConflict(error: { code: 'case_open' | 'appeal_open'; allowed?: string[] }): Problem {
  return new Problem('state-conflict', undefined, { errors: [{ field: 'categoryKey', ...error }] });
}

async function assertKeysOf(trx: Trx, { selection }: OpeningFacts, keys: readonly string[]): Promise<void> {
  const known = await keysOfVersion(trx, selection?.versionId ?? '');
  const unknown = keys.findIndex((key) => !known.includes(key));
  if (unknown >= 0) throw invalid(`requirementKeys.${unknown}`, 'unknown_requirement');
}

function newCaseOf(
  { categoryKey, kind, requirementKeys }: z.output<typeof NewVerificationCase>,
  facts: OpeningFacts,
  openedBy: string,
) {
  const { selection } = facts;
  const reviewedCaseId = lastDecidedCase(facts);
  if (!selection || (kind === 'review' && !reviewedCaseId)) throw new Error('The facts allow no case.');
  const scope = { categoryKey, selectionId: selection.id, requirementVersionId: selection.versionId };
  if (kind !== 'review') return { ...scope, kind };
  return {
    ...scope,
    kind,
    reviewedCaseId: reviewedCaseId ?? '',
    openedBy,
    ...(requirementKeys && { requirementKeys }),
  };
}
