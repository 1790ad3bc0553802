import { type ActionsOf, answer } from '@trust/service-kit/actions/with-actions';
import type { z } from 'zod';
import { CorrectionRequest } from './case/corrections/schema.ts';
import { OperatorCase, type VerificationCase, VerificationCaseView } from './case/views/schema.ts';
import { FieldVisit } from './case/visits/schema.ts';
import { Appeal, AppealPage, AppealView, OperatorAppeal } from './outcome/appeals/schema.ts';

/** Whose answers say what their reader may do (docs/domain/actions.md). */
export const answersWithActions = [
  answer(OperatorCase, (body, { actionsOf }) => withCaseActions(body, actionsOf)),
  answer(VerificationCaseView, (body, { actionsOf }) =>
    body.view === 'operator' ? withCaseActions(body, actionsOf) : withProviderActions(body, actionsOf),
  ),
  answer(CorrectionRequest, (body, { actionsOf, params }) => withCorrectionActions(body, caseIdOf(params), actionsOf)),
  answer(FieldVisit, (body, { actionsOf, params }) => withVisitActions(body, caseIdOf(params), actionsOf)),
  answer(Appeal, (body, { actionsOf }) => withAppealActions(body, actionsOf)),
  answer(OperatorAppeal, (body, { actionsOf }) => withAppealActions(body, actionsOf)),
  answer(AppealView, (body, { actionsOf }) => withAppealActions(body, actionsOf)),
  answer(AppealPage, async (body, { actionsOf }) => ({
    ...body,
    items: await Promise.all(body.items.map((item) => withAppealActions(item, actionsOf))),
  })),
];

type Of<Schema extends z.ZodType> = z.input<Schema>;

async function withCaseActions(body: Of<typeof OperatorCase>, actionsOf: ActionsOf): Promise<Of<typeof OperatorCase>> {
  const [actions, corrections, fieldVisits] = await Promise.all([
    actionsOf('case', { caseId: body.id }, 'operators'),
    Promise.all(body.corrections.map((one) => withCorrectionActions(one, body.id, actionsOf))),
    Promise.all(body.fieldVisits.map((one) => withVisitActions(one, body.id, actionsOf))),
  ]);
  return { ...body, actions, corrections, fieldVisits };
}

async function withProviderActions(body: Of<typeof VerificationCase>, actionsOf: ActionsOf) {
  return { ...body, actions: await actionsOf('case', { caseId: body.id }, 'representatives') };
}

async function withCorrectionActions(body: Of<typeof CorrectionRequest>, caseId: string, actionsOf: ActionsOf) {
  const params = { caseId, correctionRequestId: body.id };
  return { ...body, actions: await actionsOf('correction', params, 'operators') };
}

async function withVisitActions(body: Of<typeof FieldVisit>, caseId: string, actionsOf: ActionsOf) {
  return { ...body, actions: await actionsOf('field_visit', { caseId, fieldVisitId: body.id }, 'operators') };
}

async function withAppealActions<Body extends Of<typeof AppealView>>(body: Body, actionsOf: ActionsOf): Promise<Body> {
  const audience = body.view === 'operator' ? 'operators' : 'representatives';
  return { ...body, actions: await actionsOf('appeal', { caseId: body.caseId, appealId: body.id }, audience) };
}

function caseIdOf({ caseId = '' }: Readonly<Record<string, string>>): string {
  return caseId;
}
