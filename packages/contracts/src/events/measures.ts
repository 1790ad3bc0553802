import { z } from 'zod';
import { aggregate, event, snapshotOf } from '../event.ts';
import { OccurredAt, OperatorId, ProviderId } from '../fields.ts';
import { valueList } from '../values/value-list.ts';

const ofProvider = aggregate('provider', (payload: { providerId: string }) => payload.providerId);

export const Measure = valueList('providerMeasure', {
  suspend: { en: 'Suspension', fr: 'Suspension', means: 'The provider was suspended.' },
  withhold: { en: 'Hiding', fr: 'Masquage', means: 'The provider was hidden from the public.' },
  reinstate: { en: 'End of a suspension', fr: 'Levée d’une suspension', means: 'A suspension was ended.' },
  release: { en: 'Shown again', fr: 'Nouvel affichage', means: 'The provider was shown again.' },
});

export const ReviewOutcome = valueList('measureReviewOutcome', {
  justified: { en: 'Justified', fr: 'Justifiée', means: 'It was justified.' },
  not_justified: { en: 'Not justified', fr: 'Non justifiée', means: 'It was not justified.' },
});

export const measureChanged = event(
  'provider.measure.changed.v1',
  'An operator suspended or hid a provider, or ended that of another operator; or another operator reviewed it.',
  {
    measureId: z.uuid().describe('Identifier of what the operator did.'),
    providerId: ProviderId,
    measure: Measure.describe('What the operator did.'),
    operatorId: OperatorId,
    takerId: z
      .uuid()
      .optional()
      .describe(
        'Identifier of the other operator who took, or confirmed, the measure that this ends. Absent otherwise.',
      ),
    takenAt: z.iso.datetime().describe('When the operator did it.'),
    outcome: ReviewOutcome.optional().describe('What the review says. Absent: it waits for its review.'),
    reviewerId: z.uuid().optional().describe('Identifier of the operator who reviewed it. Absent until then.'),
    occurredAt: OccurredAt,
  },
  ofProvider,
);

export const measureSnapshot = snapshotOf(measureChanged);
