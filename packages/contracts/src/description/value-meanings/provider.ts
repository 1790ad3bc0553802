import type { Vocabulary } from './vocabulary.ts';

export const providerState: Vocabulary = {
  draft: 'Profile, service or location is missing.',
  active: 'Complete. Publication is separate.',
  suspended: 'Suspended by operators.',
  closed: 'Permanently closed.',
};
const publication: Vocabulary = {
  unpublished: 'Not shown in public.',
  published: 'Shown in public.',
  withheld: 'Hidden by operators.',
};
const availability: Vocabulary = {
  available: 'Takes new work now.',
  limited: 'Takes new work from `nextAvailableAt` on.',
  unavailable: 'Takes no new work.',
  paused: 'Takes no new work for now, by choice.',
};
const measureReason: Vocabulary = {
  under_investigation: 'Operators examine an incident.',
  safety_concern: 'Somebody may be in danger.',
  suspected_fraud: 'Somebody may be deceived.',
  wrong_information: 'Something that the provider says is wrong.',
  rule_breach: 'A rule of the platform was broken.',
  legal_or_regulator: 'A court or an authority requires it.',
  resolved: 'The reason has ended.',
  mistake: 'It was a mistake.',
  other: 'Something else.',
};
const polygon: Vocabulary = { Polygon: 'A GeoJSON polygon (RFC 7946).' };
const yes: Vocabulary = { true: 'The only value.' };

export const providerValues: Record<string, Vocabulary> = {
  kind: { individual: 'One person.', organisation: 'A company or association.' },
  operatingModel: {
    travels: 'Travels to customers.',
    premises: 'Receives customers at its premises.',
    remote: 'Works remotely.',
  },
  'Provider.state': providerState,
  'ProviderById.state': providerState,
  'possibleDuplicates.state': providerState,
  'provider.state': providerState,
  publication,
  transition: {
    publish: 'Make the provider public. For owners.',
    unpublish: 'Stop showing the provider. For owners.',
    close: 'Close the provider permanently. For owners.',
    suspend: 'Suspend the provider. For operators.',
    reinstate: 'End a suspension. For operators.',
    withhold: 'Hide the provider. For operators.',
    release: 'Stop hiding the provider. For operators.',
  },
  'ProviderTransition.reasonCode': measureReason,
  'OperatorMeasure.reasonCode': measureReason,
  measure: { suspended: 'Suspended.', withheld: 'Hidden from the public.' },
  same: {
    contact: 'The same contact of a representative or invitation.',
    name: 'The same name.',
    website: 'The same website.',
  },
  'Availability.state': availability,
  'AvailabilityUpdate.state': availability,
  'ProviderAvailabilityUpdate.state': availability,
  'service.state': { active: 'The provider offers the category.', removed: 'Removed; kept as history.' },
  'availability.state': availability,
  'GeoJsonPolygon.type': polygon,
  'serviceArea.type': polygon,
  'EnquiryAction.method': { POST: 'The only method.' },
  consent: yes,
  readOnly: yes,
  precision: { address: 'House number.', street: 'Street.', place: 'Town, district or landmark.' },
  'ServiceSelection.status': {
    active: 'Bound to the requirement version in force.',
    outdated: 'Active, but bound to an older requirement version. Select the category again to update.',
    removed: 'No longer offered; kept for its history.',
  },
  change: {
    added: 'New in this version.',
    changed: 'Changed in this version.',
    unchanged: 'Unchanged.',
  },
  'WorkspaceTask.code': {
    give_consent: 'Agree to the policy that `policyKey` names.',
    complete_profile: 'Complete the profile.',
    select_service: 'Select a service.',
    set_location: 'Add public premises or a service area.',
    correct_evidence: 'Upload corrected evidence.',
    submit_evidence: 'Upload the evidence that a case requires.',
    renew_claim:
      'Renew a claim that expires soon or has expired: `POST /providers/{providerId}/verification-cases` with the kind `renewal`.',
    begin_again:
      'Begin again after a case that ended without a claim: `POST /providers/{providerId}/verification-cases` with the kind `initial`, from `availableAt` if it is present.',
    update_service: 'Update a service to the requirement version in force.',
    publish: 'Publish the provider.',
    set_availability: 'Set the availability.',
  },
  'RequirementDue.code': {
    profile_missing: 'The profile is incomplete.',
    service_missing: 'No service is selected.',
    location_missing: 'Public premises or a service area is missing.',
    evidence_expected: 'Evidence is required once the case is open.',
    evidence_missing: 'The case requires this evidence.',
    evidence_rejected: 'The last document was not accepted.',
    correction_requested: 'The reviewer requested a correction.',
    correction_overdue: 'The correction period has ended.',
    scan_pending: 'The document is being scanned.',
    review_pending: 'The case is being reviewed.',
    decision_pending: 'The case is waiting for its decision.',
    appeal_pending: 'An appeal is being reviewed.',
    not_verified: 'The decision did not grant the claim.',
    renewal_due: 'The claim expires soon.',
    claim_expired: 'The claim has expired.',
  },
};
