import type { Vocabulary } from './vocabulary.ts';

const providerState: Vocabulary = {
  draft: 'Profile, service or location is missing.',
  active: 'Complete. Publication is separate.',
  suspended: 'Suspended by operators.',
  closed: 'Closed for good.',
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
const polygon: Vocabulary = { Polygon: 'A GeoJSON polygon (RFC 7946).' };
const yes: Vocabulary = { true: 'The only value.' };

/** Providers, services, location, availability, the workspace and enquiries. */
export const providerValues: Record<string, Vocabulary> = {
  kind: { individual: 'One person.', organisation: 'A company or association.' },
  operatingModel: {
    travels: 'Works where the customer is.',
    premises: 'Receives customers at its premises.',
    remote: 'Works from a distance.',
  },
  'Provider.state': providerState,
  'ProviderById.state': providerState,
  'possibleDuplicates.state': providerState,
  'provider.provider.changed.v1.state': providerState,
  publication,
  transition: {
    publish: 'Show the provider in public. The owner may.',
    unpublish: 'Show it no longer. The owner may.',
    close: 'Close the provider for good. The owner may.',
    suspend: 'Suspend the provider. Operators may.',
    reinstate: 'End a suspension. Operators may.',
    withhold: 'Hide the provider from the public. Operators may.',
    release: 'Let the provider be shown again. Operators may.',
  },
  same: {
    contact: 'The same contact, of a representative or an invitation.',
    name: 'The same name.',
    website: 'The same website.',
  },
  'Availability.state': availability,
  'AvailabilityUpdate.state': availability,
  'ProviderAvailabilityUpdate.state': availability,
  'provider.availability.changed.v1.state': availability,
  'GeoJsonPolygon.type': polygon,
  'serviceArea.type': polygon,
  consent: yes,
  readOnly: yes,
  precision: { address: 'A house.', street: 'A street.', place: 'A town, district or landmark.' },
  'ServiceSelection.status': {
    active: 'Bound to the requirement version in force.',
    outdated: 'Active, and bound to a requirement version that is no longer in force. Select it again to move on.',
    removed: 'No longer offered; kept for its history.',
  },
  change: {
    added: 'New in this version.',
    changed: 'Asked for before, in another way.',
    unchanged: 'Asked for as before.',
  },
  'WorkspaceTask.code': {
    give_consent: 'Agree to the policy that `policyKey` names.',
    complete_profile: 'Complete the profile.',
    select_service: 'Select a service.',
    set_location: 'Give public premises or a service area.',
    correct_evidence: 'Upload corrected evidence.',
    submit_evidence: 'Upload the evidence that a case awaits.',
    renew_claim: 'Renew a claim that expires soon.',
    update_service: 'Move a service to the requirement version in force.',
    publish: 'Publish the provider.',
    set_availability: 'Say when the provider is available.',
  },
  'RequirementDue.code': {
    profile_missing: 'The profile is incomplete.',
    service_missing: 'No service is selected.',
    location_missing: 'Neither public premises nor a service area is given.',
    evidence_expected: 'Evidence will be needed once the case is open.',
    evidence_missing: 'The case awaits this evidence.',
    evidence_rejected: 'The last document was not accepted.',
    correction_requested: 'The reviewer asked for a correction.',
    correction_overdue: 'The time for the correction has passed.',
    scan_pending: 'The document is being scanned.',
    review_pending: 'The case is being reviewed.',
    decision_pending: 'The case awaits its decision.',
    appeal_pending: 'An appeal is being reviewed.',
    not_verified: 'The decision did not grant the claim.',
    renewal_due: 'The claim expires soon.',
    claim_expired: 'The claim has expired.',
  },
  'WorkspaceEnquiry.state': {
    sent: 'Awaits the provider’s answer.',
    accepted: 'Accepted by the provider.',
    declined: 'Declined by the provider.',
    expired: 'Not answered in time.',
    handed_off: 'Contact details were handed over.',
    closed: 'Closed by either side.',
  },
  'SubscriptionStatus.status': { none: 'No subscription.' },
};
