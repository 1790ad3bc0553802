import { actorNames } from '../authorization/actors.ts';
import { allowedInEvents } from './allowed-in-events.ts';
import { allowedMedia } from './allowed-media.ts';
import { type Allowed, answers, team } from './allowed-rule.ts';
import { allowedToCustomers } from './allowed-to-customers.ts';
import { allowedToRecipients } from './allowed-to-recipients.ts';
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
    ),
    as: [...team, 'triage', 'supervisor', 'supervisor2', 'security'],
    why: 'representatives of the provider, and the creator or requester of this id',
  },
  {
    kinds: ['representation id', 'contact'],
    places: answers('listRepresentatives', 'createRepresentative'),
    as: team,
    why: 'all who represent a provider see how many others do, by the id of their assignment; of whom is invited a masked address',
  },
  {
    kinds: ['representation id'],
    places: answers('listRepresentativeContacts'),
    as: ['owner'],
    why: 'an owner sees who represents the provider, by the name given to it and a masked contact',
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
    kinds: ['provider id'],
    places: answers('deleteRepresentative'),
    as: [...team, 'triage', 'supervisor', 'supervisor2'],
    why: 'several providers are listed to whom has to name one',
    isLate: true,
  },
  ...allowedToRecipients,
  ...allowedToCustomers,
  ...allowedMedia,
  {
    kinds: ['work item id', 'intent key', 'session id', 'token'],
    places: answers('createFieldPhoto', 'confirmFieldPhoto'),
    as: ['field-agent'],
    why: 'agents see their own upload, without its case',
  },
  {
    kinds: ['work item id', 'intent key', 'evidence id'],
    places: answers('listFieldPhotos'),
    as: ['reviewer'],
    why: 'the photos of a case, for the assignees of its duties',
  },
  {
    kinds: ['work item id'],
    places: answers('getFieldWorkItem', 'listTriageItems'),
    as: ['triage', 'field-agent', 'supervisor', 'supervisor2'],
    why: 'operators who plan field work, and its agent',
  },
  {
    kinds: ['grant id', 'token'],
    places: answers('createReviewGrant'),
    as: ['reviewer', 'reviewer2', 'decider'],
    why: 'the grant, to whom it is given',
  },
  {
    kinds: ['contact'],
    places: answers('getAccountProfile', 'verifyContactPoint'),
    as: ['member'],
    why: 'the own contact points of the customer',
  },
  {
    kinds: ['person id'],
    places: answers('getAccountProfile'),
    as: ['decider'],
    why: 'the own id of the second decider, who reads before an appeal',
  },
  {
    kinds: ['document', 'version id'],
    places: answers('getEvidenceContent'),
    as: ['reviewer', 'reviewer2', 'decider'],
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
    kinds: [
      'appeal id',
      'audit id',
      'case id',
      'check id',
      'correction id',
      'decision id',
      'dispute id',
      'enquiry id',
      'evidence id',
      'grant id',
      'intent id',
      'device id',
      'interaction id',
      'payment id',
      'person id',
      'photo id',
      'provider id',
      'reason',
      'recommendation id',
      'report id',
      'representation id',
      'response id',
      'review id',
      'selection id',
      'session id',
      'submission id',
      'version id',
      'visit id',
      'work item id',
    ],
    places: answers('listAuditEntries', 'getAuditExport'),
    as: ['auditor'],
    why: 'who did what to what is what the audit log is for; each export is an entry itself',
    isLate: true,
  },
  {
    kinds: ['case id', 'provider id'],
    places: answers('listNotifications'),
    as: [...team, 'member', 'stranger'],
    why: 'the link of a message to its recipient leads to the case',
    isLate: true,
  },
  {
    kinds: ['premises'],
    places: answers('getPublicProvider'),
    as: actorNames,
    why: 'shown to customers, with consent',
  },
  ...allowedInEvents,
];

export function isPlace(pattern: string, place: string): boolean {
  const [start = '', end] = pattern.split('*');
  return end === undefined ? place === start : place.startsWith(start) && place.endsWith(end);
}
