import { route } from '../../app.ts';
import { decide } from '../decide.ts';
import { DisputeDecisionCreate, DisputeParams, Moderation } from '../schema.ts';

export const createDisputeDecision = route(
  {
    method: 'post',
    path: '/operations/disputes/{disputeId}/decisions',
    summary: 'Decide a dispute',
    description: 'Once the other side has responded, or its time has passed. An appeal is decided by another operator.',
    access: 'operations.disputes.manage',
    stepUp: true,
    idempotency: 'required',
    limit: 'privileged-operation',
    params: DisputeParams,
    body: DisputeDecisionCreate,
    responds: { status: 201, body: Moderation, location: '/operations/disputes' },
    problems: ['not-found', 'content-not-read', 'separation-of-duties', 'invalid-transition', 'state-conflict'],
  },
  (input, app) => decide(input, app, { kind: 'dispute', subjectId: input.params.disputeId }),
);
