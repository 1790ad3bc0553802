import { route } from '../../app.ts';
import { decide } from '../decide.ts';
import { Moderation, ReportDecisionCreate, ReportParams } from '../schema.ts';

export const createReportDecision = route(
  {
    method: 'post',
    path: '/operations/provider-reports/{reportId}/decisions',
    summary: 'Decide about a report',
    description:
      'A record only: to act on the provider, open an incident or change its state. `action_taken` is the only reason code of `upheld`. A report of danger or fraud is upheld only while the provider is suspended or withheld, or if there was an incident, a review of claims or an emergency action since the report.',
    access: 'operations.disputes.manage',
    stepUp: true,
    idempotency: 'required',
    limit: 'privileged-operation',
    params: ReportParams,
    body: ReportDecisionCreate,
    responds: { status: 201, body: Moderation, location: '/operations/provider-reports' },
    problems: ['not-found', 'content-not-read', 'separation-of-duties', 'invalid-transition', 'state-conflict'],
  },
  (input, app) => decide(input, app, { kind: 'report', subjectId: input.params.reportId }),
);
