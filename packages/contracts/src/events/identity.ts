import { z } from 'zod';
import { aggregate, event, shortLived, snapshotOf } from '../event.ts';
import { OccurredAt, OperatorId, PersonId, SessionId } from '../fields.ts';
import { notificationTemplates } from '../notifications/notification-templates.ts';
import { RepresentativeRole } from '../permissions.ts';
import { PolicyKey } from '../policies.ts';
import { ExportKey } from '../values/export-key.ts';
import { Locale } from '../values/locale.ts';
import { valueList } from '../values/value-list.ts';

const WithheldCodeReason = valueList('withheldCodeReason', {
  country: { en: 'Country not served', fr: 'Pays non desservi', means: 'No SMS goes to this country.' },
  range: { en: 'Premium-rate number', fr: 'Numéro surtaxé', means: 'The number is in a premium-rate range.' },
  prefix: {
    en: 'Too many codes for the prefix',
    fr: 'Trop de codes pour le préfixe',
    means: 'Too many codes were requested for this prefix.',
  },
  budget: { en: 'SMS budget used up', fr: 'Budget SMS épuisé', means: 'The hourly budget for SMS is used up.' },
  identity: {
    en: 'Daily limit reached',
    fr: 'Limite quotidienne atteinte',
    means: 'The daily limit of the contact is reached.',
  },
  stopped: {
    en: 'Sign-in blocked',
    fr: 'Connexion bloquée',
    means: 'Sign-in from unknown devices is blocked after too many failures.',
  },
});

const ofPerson = aggregate('person', (payload: { userId: string }) => payload.userId);

export const sessionRevoked = event('identity.session.revoked.v1', 'A session has ended. Remove it from caches.', {
  sessionId: SessionId,
});

export const actorChanged = event('identity.actor.changed.v1', 'The roles or assignments of a person changed.', {
  userId: PersonId,
});

export const operatorChanged = event(
  'identity.operator.changed.v1',
  'The permissions or the work name of an operator changed; empty permissions if there are none.',
  {
    userId: OperatorId,
    permissions: z
      .array(z.string().meta({ examples: ['verification.cases.review'] }))
      .describe('Every permission that the operator holds now.'),
    workName: z
      .string()
      .nullable()
      .optional()
      .meta({
        description:
          'Name by which operators know each other, not the name of the person; null after an erasure. Absent in earlier events.',
        examples: ['Reviewer Lark'],
      }),
    occurredAt: OccurredAt,
  },
  ofPerson,
);

export const operatorSnapshot = snapshotOf(operatorChanged);

export const operatorPresent = event(
  'identity.operator.present.v1',
  'An operator signed in or refreshed a session, or its last session ended. Without another event they are away after `endsAt`.',
  {
    userId: OperatorId,
    endsAt: z.iso.datetime().describe('Until when the operator is present unless a session is refreshed.'),
    occurredAt: OccurredAt,
  },
);

export const oneTimeCodeRequested = shortLived(
  event(
    'identity.one-time-code.requested.v1',
    'A one-time code is to be sent. Code and address are encrypted for the webhooks service (JWE).',
    {
      challengeId: z.uuid().describe('Identifier of the sign-in challenge, for the verification of its code.'),
      sealed: z.string().meta({
        description: 'The encrypted content (JWE compact serialization).',
        examples: ['eyJhbGciOiJFQ0RILUVTIiwiZW5jIjoiQTI1NkdDTSJ9..8s2Jk1nQ.vR3m.b0Xy'],
      }),
    },
  ),
);

export const messageRequested = event(
  'identity.message.requested.v1',
  'A message other than a code is to be sent. Template and address are encrypted for the webhooks service (JWE).',
  {
    messageId: z.uuid().describe('Identifier of the message.'),
    sealed: z.string().meta({
      description: 'The encrypted content (JWE compact serialization).',
      examples: ['eyJhbGciOiJFQ0RILUVTIiwiZW5jIjoiQTI1NkdDTSJ9..8s2Jk1nQ.vR3m.b0Xy'],
    }),
  },
);

export const oneTimeCodeWithheld = event(
  'identity.one-time-code.withheld.v1',
  'A requested one-time code is not sent. The response to the caller was the usual one.',
  {
    challengeId: z.uuid().describe('Identifier of the sign-in challenge, for the verification of its code.'),
    reason: WithheldCodeReason.describe('Why no code was sent.'),
  },
);

export const smsBudgetExhausted = event(
  'identity.sms-budget.exhausted.v1',
  'The hourly SMS budget is used up; it refills one SMS at a time. Published at most once an hour.',
  { exhaustedAt: z.iso.datetime().describe('When the budget was used up.') },
);

export const signInStopped = event(
  'identity.sign-in.stopped.v1',
  'Alarm: after too many consecutive wrong codes for a contact, unknown devices can no longer sign in with it. ' +
    'A sign-in on a known device or an operator ends the block.',
  {
    userId: z
      .uuid()
      .nullable()
      .meta({
        description: 'Identifier of the person; null if the contact belongs to no account.',
        examples: ['019a4905-2ac0-7a10-8c01-51f0c2a7d3e4'],
      }),
    failures: z.number().int().describe('Number of consecutive wrong codes.'),
    occurredAt: OccurredAt,
  },
);

export const SealedOneTimeCode = z.strictObject({
  channel: z.enum(['sms', 'email']),
  to: z.string(),
  code: z.string(),
  /** Only the development mailbox shows it. */
  challengeId: z.uuid().optional(),
  expiresAt: z.iso.datetime(),
  /** Keyed digest of the address, by which identity names it when the person is erased. */
  contact: z.string().optional(),
  /** Default: sign_in. */
  purpose: z.enum(['sign_in', 'contact_point']).optional(),
  /** Taken from the request. Default: English. */
  language: Locale.optional(),
});

export const messageTemplates = [
  'contact_point_taken',
  'contact_point_added',
  'contact_point_removed',
  'own_contact_point_removed',
  'invitation',
] as const;

export const SealedMessage = SealedOneTimeCode.omit({ code: true, challengeId: true, purpose: true }).extend({
  template: z.enum([...messageTemplates, ...notificationTemplates]),
  /** The webhooks service sets it, for the link. */
  notificationId: z.uuid().optional(),
  /** `providerName` is null unless operators accepted the name. */
  invitation: z.strictObject({ role: RepresentativeRole, providerName: z.string().nullable() }).optional(),
});

export const consentChanged = event(
  'identity.consent.changed.v1',
  'A person granted or withdrew consent to a version of a policy. What requires the consent ends at once.',
  {
    userId: PersonId,
    policyKey: PolicyKey.meta({
      description: 'Key of the policy, for `PUT /account/consents/{policyKey}`.',
      examples: ['public-premises'],
    }),
    version: z.string().meta({ description: 'Version of the policy.', examples: ['2026-11'] }),
    granted: z.boolean().describe('Whether the person agreed; false if they withdrew.'),
    occurredAt: OccurredAt,
  },
  ofPerson,
);

export const consentSnapshot = snapshotOf(consentChanged);

export const contactPointsChanged = event(
  'identity.contact-points.changed.v1',
  'A contact point of a person was verified or removed. Only hashes are disclosed, keyed by a secret that identity and provider share.',
  {
    userId: PersonId,
    hashes: z
      .array(z.string().meta({ examples: ['3q2-7wEjRWeJq83vEjRWeJq83vEjRWeJq83vEjRWeJo'] }))
      .describe('Keyed hash of each verified contact point that the account has now.'),
    mailboxes: z
      .array(z.string().meta({ examples: ['9rPq7wEjRWeJq83vEjRWeJq83vEjRWeJq83vEjRWeJo'] }))
      .optional()
      .describe(
        'Keyed hash of each of them, of an e-mail address without its `+tag`. Accounts that share a mailbox have the same one. Absent in earlier events.',
      ),
    occurredAt: OccurredAt,
  },
  ofPerson,
);

export const contactPointsSnapshot = snapshotOf(contactPointsChanged);

export const legalHoldChanged = event(
  'identity.legal-hold.changed.v1',
  'A legal hold on the data of a person started or ended. The reason is not disclosed.',
  { userId: PersonId, held: z.boolean().describe('Whether a legal hold is in force.'), occurredAt: OccurredAt },
  ofPerson,
);

export const legalHoldSnapshot = event(
  'identity.legal-hold.snapshot.v1',
  'Snapshot of the last legal hold on the data of a person, for new projections.',
  {
    userId: PersonId,
    placedAt: z.iso.datetime().describe('When the hold was placed.'),
    liftedAt: z.iso.datetime().nullable().describe('When it was lifted.'),
  },
  ofPerson,
);

export const personErased = event(
  'identity.person.erased.v1',
  'A person was erased: every service deletes their data. Repeated after a restore; applying it again changes nothing.',
  {
    userId: PersonId,
    /** Keyed digests, as in one-time codes. Empty when repeated. */
    contacts: z
      .array(z.string().meta({ examples: ['3q2-7wEjRWeJq83vEjRWeJq83vEjRWeJq83vEjRWeJo'] }))
      .describe('Keyed digests of the contact points of the person, to find their rows.'),
    erasedAt: z.iso.datetime().describe('When the account was erased.'),
  },
  ofPerson,
);

export const exportRequested = event(
  'identity.export.requested.v1',
  'A person requested an export of their data. Each service publishes its part, encrypted with this key.',
  {
    exportId: z.uuid().describe('Identifier of the data export.'),
    userId: z.uuid().meta({
      description: 'Identifier of the person who asked for the export.',
      examples: ['019a4905-2ac0-7a10-8c01-51f0c2a7d3e4'],
    }),
    sealTo: ExportKey.describe('Public key of this export (JWK), used to encrypt its parts.'),
  },
);
