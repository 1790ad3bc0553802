import { addWorkingTime, businessDayMs } from '@trust/business-calendar/calendar';
import { notFound } from '@trust/service-kit/problems/problem';
import { audit, command } from '../../app.ts';
import { assertNotOwnProvider } from '../../from-other-services/representatives/assert-not-own-provider.ts';
import { escalationView } from './escalation-view.ts';
import { findSubject } from './find-subject.ts';
import { insertEscalation } from './queries.ts';
import { Escalation, EscalationCreate } from './schema.ts';
import { canEscalate, scopeOf } from './scope.ts';

export const createEscalation = command(
  {
    method: 'post',
    path: '/operations/escalations',
    summary: 'Escalate a subject',
    description:
      'Due within one business day. Reviewers can escalate the cases that they review and cases without a reviewer; operators who assign cases can escalate any subject.',
    access: 'operations.escalations.manage',
    limit: 'privileged-operation',
    body: EscalationCreate,
    responds: { status: 201, body: Escalation, location: '/operations/escalations/{id}' },
    problems: ['not-found', 'separation-of-duties'],
  },
  async (input, { now, newId, calendar }, trx) => {
    const { subject, reasonCode, reason } = input.body;
    const scope = scopeOf(input.actor);
    const at = now();
    const found = await findSubject(trx, subject);
    if (!found || !canEscalate(scope, found)) throw notFound();
    await assertNotOwnProvider(trx, input.actor, { providerId: found.providerId, at });
    const escalation = await insertEscalation(trx, {
      id: newId(),
      subject_type: subject.type,
      subject_id: subject.id,
      provider_id: found.providerId,
      case_id: found.caseId,
      reason_code: reasonCode,
      reason,
      opened_by: scope.userId,
      opened_at: at,
      due_at: addWorkingTime(calendar, at, businessDayMs),
    });
    await audit(trx, input, {
      objectType: 'escalation',
      objectId: escalation.id,
      reason,
      after: { state: escalation.state, reasonCode, subjectType: subject.type, subjectId: subject.id },
    });
    return escalationView(escalation, at);
  },
);
