import { randomUUID } from 'node:crypto';

/** A sample belongs to one platform. Ids of copies are in the order of the callers. */
export type Sample = {
  callers: Record<
    'published' | 'inReview' | 'begun' | 'customer',
    { token: string; providerId: string; caseId: string }[]
  >;
  publicIds: string[];
  /** The positions of published providers: searches are most frequent where providers are. */
  places: { latitude: number; longitude: number }[];
  claimIds: string[];
  operators: Record<'supervisor' | 'reviewer' | 'auditor', string>;
  requirement: { key: string; documentKind: string; mediaType: string };
};

export type Call = { method: 'GET' | 'POST'; path: string; token?: string; body?: unknown };
export type Route = { name: string; why: string; call: (sample: Sample, n: number) => Call };

const get = (path: string, token?: string): Call => ({ method: 'GET', path, ...(token && { token }) });
const at = <T>(list: T[], n: number): T => list[n % list.length] as T;
const towns = ['par', 'lyo', 'mars', 'lil', 'bord', 'nan', 'ren', 'stra'];

/** The most used: what the public, the app of a provider, the customer's app and the desk request on every visit. */
export const routes: Route[] = [
  {
    name: 'searchProviders',
    why: 'each search of the public',
    call: ({ places }, n) => {
      const { latitude, longitude } = at(places, n);
      return get(
        `/public/providers/search?category=electrician&latitude=${latitude}&longitude=${longitude}&radiusKm=10`,
      );
    },
  },
  {
    name: 'suggestPlaces',
    why: 'each letter of a search',
    call: (_sample, n) => get(`/location/places/suggest?q=${at(towns, n)}`),
  },
  {
    name: 'getPublicProvider',
    why: 'each result that is opened',
    call: ({ publicIds }, n) => get(`/public/providers/${at(publicIds, n)}`),
  },
  {
    name: 'listPublicClaims',
    why: 'the cards of an opened result, and of relying platforms',
    call: ({ publicIds }, n) => get(`/public/providers/${at(publicIds, n)}/claims`),
  },
  {
    name: 'listPublicReviews',
    why: 'the reviews of an opened result',
    call: ({ publicIds }, n) => get(`/public/providers/${at(publicIds, n)}/reviews`),
  },
  {
    name: 'verifyClaim',
    why: 'relying platforms, for each show of a card',
    call: ({ claimIds }, n) => ({ method: 'POST', path: '/public/claims/verify', body: { claimId: at(claimIds, n) } }),
  },
  {
    name: 'getWorkspace',
    why: 'each start of the app of a provider',
    call: ({ callers }, n) => get('/provider-workspace/me', at(callers.published, n).token),
  },
  {
    name: 'listUploadIntents',
    why: 'each start of the app of a provider, and each return to it',
    call: ({ callers }, n) => get('/provider-workspace/me/upload-intents', at(callers.inReview, n).token),
  },
  {
    name: 'createUploadIntent',
    why: 'each document',
    call: ({ callers, requirement }, n) => {
      const { token, caseId } = at(callers.begun, n);
      const { key, documentKind, mediaType } = requirement;
      const sha256 = randomUUID().replaceAll('-', '').repeat(2);
      const file = { mediaType, sizeBytes: 65_536, sha256, label: 'Front page' };
      const body = { clientIntentKey: randomUUID(), caseId, requirementKey: key, documentKind, ...file };
      return { method: 'POST', path: '/provider-workspace/me/upload-intents', token, body };
    },
  },
  {
    name: 'listEvidence',
    why: 'the documents of a provider in its app',
    call: ({ callers }, n) => {
      const { providerId, token } = at(callers.inReview, n);
      return get(`/providers/${providerId}/evidence`, token);
    },
  },
  {
    name: 'listVerificationCases',
    why: 'the state of the verification in the app',
    call: ({ callers }, n) => {
      const { providerId, token } = at(callers.inReview, n);
      return get(`/providers/${providerId}/verification-cases`, token);
    },
  },
  {
    name: 'listVerificationTimeline',
    why: 'the history of the verification in the app',
    call: ({ callers }, n) => get('/provider-workspace/me/verification-timeline', at(callers.inReview, n).token),
  },
  {
    name: 'listWorkspaceEnquiries',
    why: 'the enquiries in the app of a provider',
    call: ({ callers }, n) => get('/provider-workspace/me/enquiries', at(callers.published, n).token),
  },
  {
    name: 'listAccountEnquiries',
    why: 'the enquiries in the app of a customer',
    call: ({ callers }, n) => get('/account/enquiries', at(callers.customer, n).token),
  },
  {
    name: 'listNotifications',
    why: 'each start of an app',
    call: ({ callers }, n) => get('/notifications', at(callers.published, n).token),
  },
  {
    name: 'listConsents',
    why: 'each sign-in: consents that are due',
    call: ({ callers }, n) => get('/account/consents', at(callers.inReview, n).token),
  },
  {
    name: 'listTriageItems',
    why: 'the desk, all day',
    call: ({ operators }) => get('/operations/triage', operators.supervisor),
  },
  {
    name: 'claimNextTriageItem',
    why: 'each item that an operator works on',
    call: ({ operators }) => ({ method: 'POST', path: '/operations/triage/next', token: operators.reviewer }),
  },
  {
    name: 'listProviders',
    why: 'the desk looks for a provider',
    call: ({ operators }) => get('/operations/providers', operators.supervisor),
  },
  {
    name: 'listAuditEntries',
    why: 'the auditors',
    call: ({ operators }) => get('/operations/audit', operators.auditor),
  },
];
