import type { DatabaseService } from '../../deploy/local/services.ts';

/** Where the states of a machine are counted, with those that time alone makes. The query gives `state` and `count`. */
export type Counted = { service: DatabaseService; query: string; unreachable?: Record<string, string> };

const counted = (service: DatabaseService, table: string, state = 'state', where = 'true'): Counted => ({
  service,
  query: `select (${state})::text as state, count(*)::int as count from ${table} where ${where} group by 1 order by 1`,
});

const until = (end: string, open: string, expired = 'expired') =>
  `case when state::text in (${open}) and ${end} <= now() then '${expired}' else state::text end`;

const passing = (why: string) => `Passes within seconds: ${why}`;

/** By the schema and the field of the contract that lists its states. Schemas with the same list are one machine. */
export const machinesOfContract: Record<string, Counted> = {
  'Provider.state': counted('provider', 'provider'),
  'Provider.publication': counted('provider', 'provider', 'publication'),
  'VerificationCase.state': counted('verification', 'verification_case'),
  'CorrectionRequest.state': counted('verification', 'correction_request', until('due_at', "'open'")),
  'Appeal.state': counted('verification', 'appeal'),
  'ClaimCard.status': counted('provider', 'claim', 'status'),
  'WorkspaceClaim.status': {
    service: 'provider',
    query: `select case when status = 'active' and valid_until <= now() then 'expired'
        when status = 'active' and valid_until <= now() + interval '30 days' then 'expiring' else status::text end as state, count(*)::int
      from claim group by 1 order by 1`,
  },
  'UploadIntent.state': {
    ...counted('evidence', 'upload_intent', 'state', "purpose = 'evidence'"),
  },
  'UploadSession.state': {
    ...counted('evidence', 'upload_session'),
    unreachable: { rejected: 'No session becomes `rejected` (docs/domain/upload.md 27).' },
  },
  'EvidenceCount.state': {
    ...counted('operations', 'evidence_version'),
    unreachable: {
      pending_scan: passing('the scan of development is fast.'),
      lost: 'The object store would have to lose bytes.',
      refused: 'The document would have to arrive while its case ends: a race that no seed repeats.',
    },
  },
  'FieldVisit.state': {
    ...counted('verification', 'field_visit'),
    unreachable: { requested: passing('operations plans what was requested at once.') },
  },
  'FieldWorkItem.state': counted('operations', 'field_work_item'),
  'FieldWorkSubmission.state': {
    service: 'operations',
    query: `select coalesce(r.outcome::text, case when s.is_final then 'submitted' else 'draft' end) as state, count(*)::int
      from field_submission s left join field_submission_review r on r.submission_id = s.id group by 1 order by 1`,
  },
  'Incident.state': counted('operations', 'incident'),
  'Escalation.state': counted('operations', 'escalation'),
  'Override.state': counted('operations', 'override_request', until('expires_at', "'pending'")),
  'EmergencyAction.state': {
    service: 'operations',
    query: `select case when r.action_id is not null then 'reviewed' when coalesce(a.lifted_at, a.expires_at) <= now() then 'awaiting_review'
        else 'active' end as state, count(*)::int
      from emergency_action a left join emergency_review r on r.action_id = a.id group by 1 order by 1`,
  },
  'Moderation.state': counted('operations', 'moderation'),
  'RoleRequest.state': counted('identity', 'role_request', until("requested_at + interval '72 hours'", "'pending'")),
  'Enquiry.state': counted('provider', 'enquiry', until("sent_at + interval '7 days'", "'sent'")),
  'Review.state': counted('provider', 'review'),
  'ReviewResponse.state': counted('provider', 'review_response'),
  'Dispute.state': {
    ...counted('provider', 'dispute'),
    unreachable: { open: 'Responses do not show it: the other side is asked in the same transaction.' },
  },
  'ProviderReport.state': counted('provider', 'moderation_request', 'state', "kind = 'report'"),
  'DisplayNameVersion.state': counted('provider', 'display_name'),
  'Availability.state': counted('provider', 'availability'),
  'PaymentIntent.state': {
    ...counted('webhooks', 'payment_intent'),
    unreachable: {
      created: passing('the sandbox answers at once.'),
      processing: passing('the sandbox ends it after ten seconds.'),
    },
  },
  'Media.state': {
    ...counted('evidence', 'public_media'),
    unreachable: { processing: passing('the scan of development is fast.') },
  },
  'Invitation.state': {
    ...counted('identity', 'invitation'),
    unreachable: {
      awaiting_approval: 'Only an invitation of an operator waits for approval.',
      refused: 'Only an invitation of an operator can be refused.',
    },
  },
  'Notification.state': {
    service: 'webhooks',
    query: `select case when read_at is null then 'unread' else 'read' end as state, count(*)::int from notification group by 1 order by 1`,
  },
  'DataExport.state': {
    service: 'identity',
    query: `select 'ready' as state, count(*)::int from data_export`,
    unreachable: { collecting: passing('six services answer by events.') },
  },
};

/** Derived from a machine above, or no state of a thing. */
export const notMachines: Record<string, string> = {
  'ClaimRenewal.status': 'Computed from the claim and the open case.',
  'ClaimVerification.status': 'The answer to a question about a claim.',
  'DecisionReceipt.status': 'Computed from appeals and later decisions.',
  'Expiry.status': 'A part of WorkspaceClaim.status.',
  'InvitationApproval.state': 'A part of Invitation.state.',
  'PersonNaming.status': 'Computed from the age of the naming.',
  'PossibleDuplicate.state': 'Computed from the judged matches of a pair.',
  'ProviderReadiness.status': 'Computed from profile, service and location.',
  'Representative.status': 'Computed from the assignment and the age of the invitation.',
  'ServiceSelection.status': 'Computed from the active version; `outdated` needs a later version of the catalogue.',
  'SubscriptionStatus.status': 'Computed from payments.',
  'TriageItem.state': 'The state of what the item is about.',
};
