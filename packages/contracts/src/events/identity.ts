import { z } from 'zod';
import { aggregate, event, shortLived } from '../event.ts';
import { policyKeys } from '../policies.ts';
import { languages } from '../text.ts';

const ofPerson = aggregate('person', (payload: { userId: string }) => payload.userId);

export const sessionRevoked = event('identity.session.revoked.v1', 'A session has ended; drop what is cached of it.', {
  sessionId: z.uuid(),
});

export const actorChanged = event('identity.actor.changed.v1', "A person's roles or assignments changed.", {
  userId: z.uuid(),
});

export const operatorChanged = event(
  'identity.operator.changed.v1',
  'The permissions that a person holds as an operator; an empty list for none. Repeated by a snapshot.',
  {
    userId: z.uuid(),
    permissions: z.array(z.string().meta({ examples: ['verification.cases.review'] })),
    occurredAt: z.iso.datetime(),
  },
  ofPerson,
);

export const oneTimeCodeRequested = shortLived(
  event(
    'identity.one-time-code.requested.v1',
    'A one-time code has to be sent. The code and the address are sealed for the webhooks service alone (JWE).',
    { challengeId: z.uuid(), sealed: z.string() },
  ),
);

export const messageRequested = event(
  'identity.message.requested.v1',
  'Something other than a code has to be sent to a number or address. What and where is sealed for the webhooks service alone (JWE).',
  { messageId: z.uuid(), sealed: z.string() },
);

export const oneTimeCodeWithheld = event(
  'identity.one-time-code.withheld.v1',
  'A one-time code was asked for and is not sent. Whoever asked got the same answer as ever.',
  {
    challengeId: z.uuid(),
    reason: z.enum(['country', 'range', 'prefix', 'budget', 'identity', 'stopped']),
  },
);

export const smsBudgetExhausted = event(
  'identity.sms-budget.exhausted.v1',
  'So many SMS were asked for that the budget of an hour is used up: it comes back one by one. Told once an hour.',
  { exhaustedAt: z.iso.datetime() },
);

export const signInStopped = event(
  'identity.sign-in.stopped.v1',
  'Alarm: so many wrong codes in a row were tried for a number or address that unknown devices cannot sign in there any more. ' +
    'A sign-in on a known device or an operator ends it.',
  {
    /** Null where the number or address belongs to nobody. */
    userId: z.uuid().nullable(),
    failures: z.number().int(),
    occurredAt: z.iso.datetime(),
  },
);

/** What `sealed` of a one-time code holds once opened. */
export const SealedOneTimeCode = z.strictObject({
  channel: z.enum(['sms', 'email']),
  to: z.string(),
  code: z.string(),
  expiresAt: z.iso.datetime(),
  /** Keyed index of the address, by which identity names it when the person is erased. Tells nobody else anything. */
  contact: z.string().optional(),
  /** What it is for; a sign-in where it is not said. */
  purpose: z.enum(['sign_in', 'contact_point']).optional(),
  /** Of whoever asked; English where it is not said. */
  language: z.enum(languages).optional(),
});

export const messageTemplates = ['contact_point_taken', 'invitation'] as const;

/** What `sealed` of a message holds once opened. */
export const SealedMessage = SealedOneTimeCode.omit({ code: true, purpose: true }).extend({
  template: z.enum(messageTemplates),
});

export const invitationAccepted = event(
  'identity.invitation.accepted.v1',
  'Whoever was invited to represent a provider has signed in since. May be said again at each sign-in, until the assignment is there.',
  { invitationId: z.uuid(), userId: z.uuid(), occurredAt: z.iso.datetime() },
  ofPerson,
);

export const consentChanged = event(
  'identity.consent.changed.v1',
  'A person agreed to a version of a policy, or withdrew it. What rests on it ends at once.',
  {
    userId: z.uuid(),
    policyKey: z.enum(policyKeys),
    version: z.string(),
    granted: z.boolean(),
    occurredAt: z.iso.datetime(),
  },
  ofPerson,
);

export const legalHoldChanged = event(
  'identity.legal-hold.changed.v1',
  'What a person left with us must be kept from now on, or no longer. Why is nobody else’s business.',
  { userId: z.uuid(), held: z.boolean(), occurredAt: z.iso.datetime() },
  ofPerson,
);

export const personErased = event(
  'identity.person.erased.v1',
  'A person has left: whatever is kept of them goes. May be said again after a restore, and then changes nothing.',
  {
    userId: z.uuid(),
    /** Keyed indexes of their numbers and addresses, as one-time codes name them. None when it is said again. */
    contacts: z.array(z.string().meta({ examples: ['3q2-7wEjRWeJq83vEjRWeJq83vEjRWeJq83vEjRWeJo'] })),
    erasedAt: z.iso.datetime(),
  },
  ofPerson,
);

/** The public half of an export's own key pair (X25519, RFC 8037). */
export const ExportKey = z.strictObject({ kty: z.literal('OKP'), crv: z.literal('X25519'), x: z.string() });

export const exportRequested = event(
  'identity.export.requested.v1',
  'A person asked for all that is kept of them. Each service answers with its part, sealed to the key.',
  { exportId: z.uuid(), userId: z.uuid(), sealTo: ExportKey },
);
