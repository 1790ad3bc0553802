import { moderationDecided, moderationDecisionSnapshot } from '@trust/contracts/events/operations';
import { on } from '../../app.ts';
import { findRequests, updateRequest } from '../../provider-record/moderation/queries.ts';
import { requestAgain } from '../../provider-record/moderation/request-moderation.ts';
import { applyNameDecision } from '../../registration/display-names/apply-name-decision.ts';
import { reopenAccepted } from '../../registration/display-names/refuse-accepted.ts';
import { flagComplaint } from '../../registration/duplicates/flag-duplicates.ts';
import { resolveDispute } from '../disputes/resolve-dispute.ts';
import { notifyReporter } from '../reports/notify-reporter.ts';
import { endStanding } from '../review-flags/queries.ts';
import { applyResponseDecision } from '../review-responses/apply-response-decision.ts';
import { applyReviewDecision } from '../reviews/apply-decision.ts';
import { lockSubject } from './lock-subject.ts';

/** A decision of a round that is decided or withdrawn has no effect, nor one about an earlier revision of a dispute. */
export const onModerationDecided = [moderationDecided, moderationDecisionSnapshot].map((type) =>
  on(type, async (payload, { trx }, app) => {
    const { subjectId, kind, round, contentRevision, outcome, reasonCode, isNameKept, occurredAt } = payload;
    const at = new Date(occurredAt);
    await lockSubject(trx, kind, subjectId);
    const known = (await findRequests(trx, subjectId)).find((one) => one.round === round);
    const request = known ?? (await reopenAccepted(trx, app, { subjectId, outcome, at }));
    if (request?.state !== 'open') return;
    if (contentRevision !== undefined && contentRevision < request.content_revision)
      return requestAgain(trx, app, request);
    await updateRequest(trx, request.id, { state: 'decided', outcome, decision_reason: reasonCode, ended_at: at });
    if (outcome === 'approved') await endStanding(trx, subjectId, at);
    if (kind === 'review') await applyReviewDecision(trx, subjectId, { outcome, reasonCode, at });
    if (kind === 'review_response') await applyResponseDecision(trx, subjectId, outcome);
    if (kind === 'name') await applyNameDecision(trx, app, subjectId, { outcome, reasonCode, isNameKept, at });
    if (kind === 'report') await notifyReporter(trx, subjectId);
    if (kind === 'dispute') await resolveDispute(trx, subjectId, { outcome, isAppeal: request.is_appeal, at });
    if (kind === 'report' || kind === 'dispute') await flagComplaint(trx, app, request.provider_id);
  }),
);
