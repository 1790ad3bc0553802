import { actorNames } from '../authorization/actors.ts';
import { type Allowed, answers, team } from './allowed-rule.ts';
import { caseworkRules } from './casework-rules.ts';

export const allowed: readonly Allowed[] = [
  {
    kinds: ['case id', 'intent id', 'intent key', 'session id', 'label'],
    places: answers(
      'createUploadIntent',
      'createUploadSession',
      'getUploadIntent',
      'interruptUploadIntent',
      'listUploadIntents',
      'replaceEvidence',
      'retryUploadIntent',
    ),
    as: ['owner'],
    why: 'uploaders see their own upload',
  },
  {
    kinds: ['evidence id', 'version id', 'intent id'],
    places: answers('getUploadIntent', 'listUploadIntents', 'confirmUploadIntent', 'createEvidence'),
    as: ['owner'],
    why: 'and what has become of it',
  },
  {
    kinds: ['token'],
    places: answers('createUploadSession', 'retryUploadIntent'),
    as: ['owner'],
    why: 'parts are put to signed addresses',
  },
  {
    kinds: ['case id', 'evidence id', 'version id', 'label'],
    places: answers('getEvidence', 'listEvidence', 'deleteEvidence'),
    as: team,
    why: 'evidence is that of the provider: all who represent it see what there is, and no bytes',
  },
  {
    kinds: ['case id'],
    places: answers('listVerificationCases', 'getVerificationCase', 'listVerificationTimeline', 'getWorkspace'),
    as: team,
    why: 'the cases of the provider',
  },
  {
    kinds: ['provider id'],
    places: answers(
      'getAccountProfile',
      'getWorkspace',
      'patchProfile',
      'getProvider',
      'patchProvider',
      'transitionProvider',
      'deleteRepresentative',
    ),
    as: [...team, 'triage', 'supervisor', 'supervisor2'],
    why: 'representatives of the provider, and the creator or requester of this id',
  },
  {
    kinds: ['representation id', 'contact', 'person id'],
    places: answers('listRepresentatives', 'createRepresentative'),
    as: team,
    why: 'all who represent a provider see who else does; of whom is invited a masked address',
  },
  ...caseworkRules,
  {
    kinds: ['case id'],
    places: answers(
      'listTriageItems',
      'getEscalation',
      'listEscalations',
      'getFieldWorkItem',
      'listFieldWorkItems',
      'transitionFieldWorkItem',
    ),
    as: ['triage', 'supervisor', 'supervisor2'],
    why: 'operators who assign cases and plan field work; a field agent does not see the case',
  },
  {
    kinds: ['enquiry id'],
    places: answers('listWorkspaceEnquiries', 'listProviderEnquiries'),
    as: team,
    why: 'representatives who answer the enquiries of the provider; no text, no customer',
  },
  {
    kinds: ['enquiry id', 'interaction id'],
    places: answers('listAccountEnquiries'),
    as: ['member'],
    why: 'the customer who sent it',
  },
  {
    kinds: ['enquiry id', 'interaction id', 'message'],
    places: answers(
      'createEnquiry',
      'getEnquiry',
      'createEnquiryMessage',
      'acceptEnquiry',
      'declineEnquiry',
      'handOffContact',
    ),
    as: ['member', 'owner'],
    why: 'both sides of the enquiry',
  },
  {
    kinds: ['contact'],
    places: answers('handOffContact', 'getEnquiry'),
    as: ['owner'],
    why: 'the provider, once the interaction is recorded (P4)',
  },
  {
    kinds: ['grant id', 'token'],
    places: answers('createReviewGrant'),
    as: ['reviewer'],
    why: 'the grant, to whom it is given',
  },
  {
    kinds: ['document', 'version id'],
    places: answers('getEvidenceContent'),
    as: ['reviewer'],
    why: 'the bytes, to whom the grant was given; the file is named by its version',
  },
  {
    kinds: ['case id', 'hash', 'intent key', 'label', 'provider id'],
    places: answers('getDataExport'),
    as: ['owner'],
    why: 'all that is kept of a person, to that person (P2)',
  },
  {
    kinds: ['intent id', 'selection id', 'version id'],
    places: answers('getDataExport'),
    as: ['owner'],
    why: 'what they did, as the audit has it',
    isLate: true,
  },
  {
    kinds: ['premises'],
    places: answers('getPublicProvider'),
    as: actorNames,
    why: 'shown to customers, with consent',
  },
  {
    kinds: ['service area'],
    places: answers('getPublicProvider', 'searchProviders'),
    as: actorNames,
    why: 'customers search by it',
  },
  {
    kinds: [
      'appeal id',
      'audit id',
      'case id',
      'check id',
      'correction id',
      'decision id',
      'enquiry id',
      'evidence id',
      'intent id',
      'interaction id',
      'provider id',
      'recommendation id',
      'representation id',
      'selection id',
      'submission id',
      'version id',
      'visit id',
      'work item id',
    ],
    places: ['event *'],
    why: 'ids are what events are made of (E9)',
  },
  {
    kinds: ['person id'],
    places: [
      'event *.audit.recorded.v1',
      'event *.notification.requested.v1',
      'event evidence.version.confirmed.v1',
      'event identity.*',
      'event provider.contact-consent.given.v1',
      'event provider.premises-consent.given.v1',
      'event provider.representative.*',
      'event verification.case.changed.v1',
    ],
    why: 'whom a right or a duty follows from, for who has to keep duties apart',
  },
  {
    kinds: ['visit summary'],
    places: ['event operations.field-work.submission-accepted.v1'],
    why: 'written for publication: an accepted one exposes no place, person or document',
  },
  {
    kinds: ['grant id', 'reason'],
    places: ['event *.audit.recorded.v1'],
    why: 'what an operator did and why is what the audit is for; an event is read by services alone',
  },
];

export function isPlace(pattern: string, place: string): boolean {
  const [start = '', end] = pattern.split('*');
  return end === undefined ? place === start : place.startsWith(start) && place.endsWith(end);
}
