import { z } from 'zod';
import { aggregate, event, snapshotOf } from '../event.ts';
import { CaseId, MediaId, ModerationSubjectId, OccurredAt, OperatorId, ProviderId } from '../fields.ts';
import { LostWorkReason } from '../reasons/lost-work.ts';
import { MediaDecisionReason } from '../reasons/media-reasons.ts';
import { someOf, valueList } from '../values/value-list.ts';
import { ModerationKind } from './customers.ts';

export const MediaOutcome = valueList('mediaOutcome', {
  approved: { en: 'Approved', fr: 'Approuvée', means: 'The image is published.' },
  rejected: { en: 'Rejected', fr: 'Rejetée', means: 'The image is removed.' },
});

const HoldState = valueList('publicationHoldState', {
  held: { en: 'Held', fr: 'Retenue', means: 'The provider cannot be published.' },
  released: { en: 'Released', fr: 'Libérée', means: 'The provider can be published again.' },
});

const GateState = valueList('publicationGateState', {
  open: { en: 'Open', fr: 'Ouverte', means: 'Providers can be published.' },
  closed: { en: 'Closed', fr: 'Fermée', means: 'No provider can be published.' },
});

export const publicationGateChanged = event(
  'operations.publication-gate.changed.v1',
  'An approved override opened or closed the publication gate of the platform.',
  {
    state: GateState.describe('Whether the gate is open. Providers can only be published while it is.'),
    overrideId: z.uuid().describe('Identifier of the approved override request.'),
    occurredAt: OccurredAt,
  },
  aggregate('publication-gate', () => 'publication-gate'),
);

export const publicationGateSnapshot = snapshotOf(publicationGateChanged);

export const publicationHoldChanged = event(
  'operations.publication-hold.changed.v1',
  'An incident holds the publication of a provider, or no longer does.',
  {
    holdId: z.uuid().describe('Identifier of what holds the publication: the incident.'),
    providerId: ProviderId,
    state: HoldState.describe('Whether the provider is held.'),
    occurredAt: OccurredAt,
  },
  aggregate('publication-hold', ({ holdId }) => holdId),
);
export const publicationHoldSnapshot = snapshotOf(publicationHoldChanged);

export const EmergencyKind = valueList('emergencyKind', {
  suspend_provider_listing: {
    en: 'Hide a provider',
    fr: 'Masquer un prestataire',
    means: {
      en: 'Hides a provider from search, its public page and its claim cards.',
      fr: 'Masque un prestataire dans la recherche, sur sa page publique et sur ses fiches d’attestation.',
    },
  },
  withhold_claim: {
    en: 'Withhold a claim',
    fr: 'Retenir une attestation',
    means: 'Hides a claim. Its verification answers `suspended`.',
  },
  freeze_case: {
    en: 'Freeze a case',
    fr: 'Bloquer un dossier',
    means: {
      en: 'Refuses every change of a case by providers and operators.',
      fr: 'Refuse toute modification d’un dossier par les prestataires et les opérateurs.',
    },
  },
  revoke_sessions: {
    en: 'End all sessions',
    fr: 'Fermer toutes les sessions',
    means: {
      en: 'Ends all sessions of an account and refuses new ones.',
      fr: 'Ferme toutes les sessions d’un compte et en refuse de nouvelles.',
    },
  },
});
export const emergencyKinds = EmergencyKind.options;
export type EmergencyKind = (typeof emergencyKinds)[number];

export const emergencyActionChanged = event(
  'operations.emergency-action.changed.v1',
  'An operator took an emergency action, or lifted it. It ends at `endsAt` without another event.',
  {
    actionId: z.uuid().describe('Identifier of the emergency action.'),
    kind: EmergencyKind.describe('What the action does.'),
    /** A provider, a claim, a case or an account. */
    targetId: z.uuid().describe('Identifier of the provider, claim, case or account that the action applies to.'),
    startedAt: z.iso.datetime().describe('When the action was taken.'),
    endsAt: z.iso.datetime().describe('When the action ends, unless an operator lifts it earlier.'),
    occurredAt: OccurredAt,
  },
  aggregate('emergency-action', ({ actionId }) => actionId),
);
export const emergencyActionSnapshot = snapshotOf(emergencyActionChanged);

export const TargetedOverride = valueList('targetedOverride', {
  'deadline-extension': {
    en: 'Extend a deadline',
    fr: 'Prolonger un délai',
    means: { en: 'Gives the correction of a case more days.', fr: 'Donne plus de jours à la correction d’un dossier.' },
  },
  'case-reassignment-block': {
    en: 'Block reassignment',
    fr: 'Bloquer la réattribution',
    means: {
      en: 'Keeps the assignees of a case for some days.',
      fr: 'Garde pendant quelques jours les personnes chargées d’un dossier.',
    },
  },
  'claim-suspension-lift': {
    en: 'Lift a suspension',
    fr: 'Lever une suspension',
    means: { en: 'Makes a suspended claim active again.', fr: 'Rend active une attestation suspendue.' },
  },
});
export const targetedOverrides = TargetedOverride.options;
export type TargetedOverride = (typeof targetedOverrides)[number];

export const overrideApproved = event(
  'operations.override.approved.v1',
  'Two operators approved an override for a case or a claim. The service that owns it applies it once.',
  {
    overrideId: z.uuid().describe('Identifier of the override.'),
    kind: TargetedOverride.describe('What the override does.'),
    /** A case, or the claim whose suspension is lifted. */
    targetId: z.uuid().describe('Identifier of the case, or of the claim whose suspension is lifted.'),
    /** How long a deadline is extended or a block is in force; null for a lift. */
    days: z
      .number()
      .int()
      .min(1)
      .max(14)
      .nullable()
      .describe('How long the deadline is extended or the block lasts; null for a lift.'),
    requestedAt: z.iso
      .datetime()
      .optional()
      .describe('When it was requested: what happened to its target later is not approved. Absent in earlier events.'),
    occurredAt: OccurredAt,
  },
  aggregate('override', ({ overrideId }) => overrideId),
);

export const moderationDecided = event(
  'operations.moderation.decided.v1',
  'An operator decided about a review, a response to one, a dispute, a report or a name, or about its appeal.',
  {
    subjectId: ModerationSubjectId,
    kind: ModerationKind.describe('What has to be decided.'),
    round: z.number().int().min(1).max(100).describe('Number of the decision about this subject, from 1.'),
    contentRevision: z
      .number()
      .int()
      .min(1)
      .optional()
      .describe('Revision of the content that was decided about. Provider asks again if there is a newer one.'),
    providerId: ProviderId,
    outcome: z
      .string()
      .meta({ examples: ['approved'] })
      .describe('The decision.'),
    reasonCode: z
      .string()
      .meta({ examples: ['complies'] })
      .describe('Why it has to be decided, or was decided.'),
    isNameKept: z
      .boolean()
      .optional()
      .describe(
        'Of public words that were accepted and are now refused: whether their name stays public. Absent: it does not.',
      ),
    occurredAt: OccurredAt,
  },
  aggregate('moderation', ({ subjectId }) => subjectId),
);
export const moderationDecisionSnapshot = snapshotOf(moderationDecided);

export const publicMediaDecided = event(
  'operations.public-media.decided.v1',
  'An operator approved or rejected an image for a public profile.',
  {
    mediaId: MediaId,
    providerId: ProviderId,
    round: z.number().int().min(1).max(100).describe('Number of the decision about this image.'),
    outcome: MediaOutcome.describe('Whether the image is published or removed.'),
    reasonCode: MediaDecisionReason.describe('Why.'),
    occurredAt: OccurredAt,
  },
  aggregate('public-media-decision', ({ mediaId }) => mediaId),
);
export const publicMediaDecisionSnapshot = snapshotOf(publicMediaDecided);

export const caseClaimChanged = event(
  'operations.case-claim.changed.v1',
  'An operator claimed a case in the queue, renewed the claim, or it ended early. It ends at `endsAt` without another event, and the order of events does not matter.',
  {
    claimId: z.uuid().describe('Identifier of the claim: another one each time that the case is claimed.'),
    caseId: CaseId,
    operatorId: OperatorId,
    claimedAt: z.iso.datetime().describe('When the case was claimed.'),
    endsAt: z.iso.datetime().describe('When the claim ends, or ended.'),
    endedBecause: someOf(LostWorkReason, ['assigned', 'released', 'permission_ended', 'moved_on'])
      .nullable()
      .describe('Why the claim ended before its time; null while it runs.'),
  },
);
