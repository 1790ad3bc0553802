import type { declaredServices } from './columns.ts';

/** How the data of a person leaves a table: whether an export has it, and what an erasure does. */
export type PersonalData = { exported: string; erased: string };

const withAudit = 'as audit entries of the acts of the person';
const act: PersonalData = {
  exported: withAudit,
  erased: 'stays: says who acted, with an id that names nobody afterwards (docs/domain/erasure.md 22)',
};
const duty: PersonalData = {
  exported: 'no: follows the duties of an operator',
  erased: 'ends with the role; its id stays',
};
const short: PersonalData = {
  exported: 'no: follows the work of an operator',
  erased: 'deleted after a day',
};
const representation: PersonalData = {
  exported: 'by provider, which owns it',
  erased: 'provider ends it, and its event ends it here',
};
const consent: PersonalData = { exported: 'by identity, which owns consents', erased: 'deleted' };
const heldStepUp: PersonalData = {
  exported: 'no: that a session opened the review of a case, for 30 minutes',
  erased: 'deleted after 30 minutes',
};
const opinion = 'as what the person wrote';

/** Every table with the id or the contact of a person (docs/domain/erasure.md). */
export const personalData: Record<(typeof declaredServices)[number], Record<string, PersonalData>> = {
  provider: {
    claim_subject: { exported: 'with its name', erased: 'its name; its consent ends' },
    dispute: { exported: 'through its statements', erased: 'stays: its states and ids keep counts true' },
    dispute_statement: { exported: opinion, erased: 'deleted' },
    enquiry: { exported: 'as enquiries', erased: 'closed; ids stay' },
    enquiry_contact: { exported: 'with its enquiry', erased: 'deleted' },
    enquiry_message: { exported: 'with its enquiry', erased: 'deleted' },
    idempotency_key: { exported: 'no: repeats a response for 24 hours', erased: 'deleted after 24 hours' },
    interaction: { exported: 'with its enquiry', erased: 'stays: a review of others may rest on it' },
    invitation: { exported: 'no: a digest, and a masked contact that its inviter typed', erased: 'ends after 7 days' },
    lost_standing: { exported: 'with the flags', erased: 'deleted' },
    moderation_request: { exported: 'as appeals', erased: 'its statement' },
    provider_report: { exported: opinion, erased: 'its statement' },
    provider_transition: act,
    public_premises: { exported: 'with the representation', erased: 'deleted' },
    representative: { exported: 'as representations', erased: 'ends' },
    review: { exported: opinion, erased: 'its text' },
    review_flag: { exported: opinion, erased: 'deleted' },
    review_response: { exported: opinion, erased: 'deleted' },
    review_response_flag: { exported: opinion, erased: 'deleted' },
    upload_consent: consent,
    verified_contacts: { exported: 'no: hashes; identity exports the contact points', erased: 'deleted' },
  },
  evidence: {
    case_assignee: duty,
    evidence_version: { exported: 'with its upload', erased: 'stays: the document is evidence of the provider' },
    field_work_assignment: duty,
    idempotency_key: { exported: 'no: repeats a response for 24 hours', erased: 'deleted after 24 hours' },
    held_step_up: heldStepUp,
    legal_hold: { exported: 'no: the person is not told', erased: 'nobody under a hold is erased' },
    public_media: { exported: 'with its upload', erased: 'stays: the image is of the provider' },
    review_grant: act,
    upload_consent: consent,
    upload_intent: { exported: 'as uploads', erased: 'its label' },
    upload_session: { exported: 'no: the upload is', erased: 'stays: an id and a state' },
  },
  verification: {
    appeal: { exported: 'not yet: its statement', erased: 'not yet: its statement stays (docs/domain/erasure.md 22)' },
    appeal_decision: act,
    case_assignment: act,
    case_check: act,
    correction_request: act,
    decision: act,
    evidence_version: { exported: 'by evidence, which owns it', erased: 'stays: the document is of the provider' },
    field_visit: act,
    held_step_up: heldStepUp,
    idempotency_key: { exported: 'no: repeats a response for 24 hours', erased: 'deleted after 24 hours' },
    operator: duty,
    case_claim: short,
    free_sighting: short,
    operator_presence: duty,
    recommendation: act,
    representative: representation,
    verification_case: act,
  },
  operations: {
    audit_entry: { exported: withAudit, erased: 'stays: holds ids and flags only (docs/domain/erasure.md 23)' },
    duplicate_review: act,
    emergency_action: act,
    emergency_review: act,
    escalation: act,
    field_photo: act,
    field_submission: act,
    field_submission_review: act,
    field_work_instruction: act,
    field_work_item: act,
    idempotency_key: { exported: 'no: repeats a response for 24 hours', erased: 'deleted after 24 hours' },
    incident: act,
    moderation: act,
    moderation_read: act,
    operator: duty,
    case_claim: short,
    free_sighting: short,
    operator_presence: duty,
    override_approval: act,
    override_request: act,
    representative: representation,
    saved_view: { exported: 'no: a filter of the queue', erased: 'stays: a name and a filter of the desk' },
    triage_case: duty,
    lost_duty: short,
    triage_claim: duty,
    triage_note: act,
    triage_snooze: act,
  },
  webhooks: {
    delivery: { exported: 'with its notification', erased: 'queued pushes end; the rest has no content' },
    device: { exported: 'as devices', erased: 'deleted' },
    idempotency_key: { exported: 'no: repeats a response for 24 hours', erased: 'deleted after 24 hours' },
    notification: { exported: 'as notifications', erased: 'deleted' },
    notification_preference: { exported: 'as preferences', erased: 'deleted' },
    payment_intent: { exported: 'as payments', erased: 'its payer; accounting law keeps the payment' },
    person_inbox: { exported: 'no: a counter', erased: 'deleted' },
    representative: representation,
  },
};
