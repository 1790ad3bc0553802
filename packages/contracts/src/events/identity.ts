import { z } from 'zod';
import { aggregate, event, shortLived, snapshotOf } from '../event.ts';
import { policyKeys } from '../policies.ts';
import { languages } from '../text.ts';
import { notificationTemplates } from './any.ts';

const ofPerson = aggregate('person', (payload: { userId: string }) => payload.userId);

export const sessionRevoked = event('identity.session.revoked.v1', 'A session has ended. Remove it from caches.', {
  sessionId: z.uuid(),
});

export const actorChanged = event('identity.actor.changed.v1', 'The roles or assignments of a person changed.', {
  userId: z.uuid(),
});

export const operatorChanged = event(
  'identity.operator.changed.v1',
  'The permissions of an operator changed; empty if there are none.',
  {
    userId: z.uuid(),
    permissions: z.array(z.string().meta({ examples: ['verification.cases.review'] })),
    occurredAt: z.iso.datetime(),
  },
  ofPerson,
);

export const operatorSnapshot = snapshotOf(operatorChanged);

export const operatorPresent = event(
  'identity.operator.present.v1',
  'An operator signed in or refreshed a session, or its last session ended. Without another event they are away after `endsAt`.',
  { userId: z.uuid(), endsAt: z.iso.datetime(), occurredAt: z.iso.datetime() },
);

export const oneTimeCodeRequested = shortLived(
  event(
    'identity.one-time-code.requested.v1',
    'A one-time code is to be sent. Code and address are encrypted for the webhooks service (JWE).',
    { challengeId: z.uuid(), sealed: z.string() },
  ),
);

export const messageRequested = event(
  'identity.message.requested.v1',
  'A message other than a code is to be sent. Template and address are encrypted for the webhooks service (JWE).',
  { messageId: z.uuid(), sealed: z.string() },
);

export const oneTimeCodeWithheld = event(
  'identity.one-time-code.withheld.v1',
  'A requested one-time code is not sent. The response to the caller was the usual one.',
  {
    challengeId: z.uuid(),
    reason: z.enum(['country', 'range', 'prefix', 'budget', 'identity', 'stopped']),
  },
);

export const smsBudgetExhausted = event(
  'identity.sms-budget.exhausted.v1',
  'The hourly SMS budget is used up; it refills one SMS at a time. Published at most once an hour.',
  { exhaustedAt: z.iso.datetime() },
);

export const signInStopped = event(
  'identity.sign-in.stopped.v1',
  'Alarm: after too many consecutive wrong codes for a contact, unknown devices can no longer sign in with it. ' +
    'A sign-in on a known device or an operator ends the block.',
  {
    userId: z.uuid().nullable(),
    failures: z.number().int(),
    occurredAt: z.iso.datetime(),
  },
);

export const SealedOneTimeCode = z.strictObject({
  channel: z.enum(['sms', 'email']),
  to: z.string(),
  code: z.string(),
  /** For the development mailbox. */
  challengeId: z.uuid().optional(),
  expiresAt: z.iso.datetime(),
  /** Keyed digest of the address, by which identity names it when the person is erased. */
  contact: z.string().optional(),
  /** Default: sign_in. */
  purpose: z.enum(['sign_in', 'contact_point']).optional(),
  /** Of the request. Default: English. */
  language: z.enum(languages).optional(),
});

export const messageTemplates = ['contact_point_taken', 'invitation'] as const;

export const SealedMessage = SealedOneTimeCode.omit({ code: true, challengeId: true, purpose: true }).extend({
  template: z.enum([...messageTemplates, ...notificationTemplates]),
  /** Of webhooks, for the link. */
  notificationId: z.uuid().optional(),
});

export const invitationAccepted = event(
  'identity.invitation.accepted.v1',
  'An invited person has signed in. Repeated at each sign-in until the assignment exists.',
  { invitationId: z.uuid(), userId: z.uuid(), occurredAt: z.iso.datetime() },
  ofPerson,
);

export const consentChanged = event(
  'identity.consent.changed.v1',
  'A person granted or withdrew consent to a version of a policy. What requires the consent ends at once.',
  {
    userId: z.uuid(),
    policyKey: z.enum(policyKeys),
    version: z.string(),
    granted: z.boolean(),
    occurredAt: z.iso.datetime(),
  },
  ofPerson,
);

export const consentSnapshot = snapshotOf(consentChanged);

export const legalHoldChanged = event(
  'identity.legal-hold.changed.v1',
  'A legal hold on the data of a person started or ended. The reason is not disclosed.',
  { userId: z.uuid(), held: z.boolean(), occurredAt: z.iso.datetime() },
  ofPerson,
);

export const legalHoldSnapshot = event(
  'identity.legal-hold.snapshot.v1',
  'Snapshot of the last legal hold on the data of a person, for new projections.',
  { userId: z.uuid(), placedAt: z.iso.datetime(), liftedAt: z.iso.datetime().nullable() },
  ofPerson,
);

export const personErased = event(
  'identity.person.erased.v1',
  'A person was erased: every service deletes their data. Repeated after a restore; applying it again changes nothing.',
  {
    userId: z.uuid(),
    /** Keyed digests, as in one-time codes. Empty when repeated. */
    contacts: z.array(z.string().meta({ examples: ['3q2-7wEjRWeJq83vEjRWeJq83vEjRWeJq83vEjRWeJo'] })),
    erasedAt: z.iso.datetime(),
  },
  ofPerson,
);

/** X25519 (RFC 8037). */
export const ExportKey = z.strictObject({ kty: z.literal('OKP'), crv: z.literal('X25519'), x: z.string() });

export const exportRequested = event(
  'identity.export.requested.v1',
  'A person requested an export of their data. Each service publishes its part, encrypted with this key.',
  { exportId: z.uuid(), userId: z.uuid(), sealTo: ExportKey },
);
