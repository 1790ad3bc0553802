import { Measure, ReviewOutcome } from '@trust/contracts/events/measures';
import { MeasureReason } from '@trust/contracts/reasons/measure-reasons';
import { Reason } from '@trust/contracts/values/free-text';
import { OperatorName } from '@trust/contracts/values/work-name';
import { z } from 'zod';

export const MeasureParams = z.object({ measureId: z.uuid().describe('Identifier of the measure.') });

export const ProviderMeasure = z
  .object({
    id: z.uuid().describe('Identifier of the measure: what one operator did.'),
    providerId: z
      .uuid()
      .meta({ description: 'Identifier of the provider.', examples: ['019a4907-6d18-7e52-a2b4-0f3c9be81d77'] }),
    measure: Measure.describe('What the operator did.'),
    operatorId: z.uuid().describe('Identifier of the operator who did it.'),
    operatorName: OperatorName,
    takerId: z
      .uuid()
      .nullable()
      .meta({
        description:
          'Identifier of the other operator who took, or confirmed, the measure that it ends; null if it ends none.',
        examples: [null],
      }),
    takerName: OperatorName,
    reason: z
      .string()
      .nullable()
      .meta({
        description: 'Why the operator did it; null if it was done before reasons were kept here.',
        examples: ['A customer was hurt by this work.'],
      }),
    reasonCode: MeasureReason.nullable().meta({
      description: 'What the representatives of the provider were told; null without a code.',
    }),
    takenAt: z.iso.datetime().describe('When the operator did it.'),
    endedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When the measure ended; null while it is in force, and of an end.', examples: [null] }),
    review: z
      .object({
        reviewerId: z.uuid().describe('Identifier of the operator who reviewed it.'),
        reviewerName: OperatorName,
        outcome: ReviewOutcome.describe('Whether it was justified.'),
        reason: z.string().meta({
          description: 'Why the reviewer thinks so.',
          examples: ['Two customers say the same, and the photos show it.'],
        }),
        reviewedAt: z.iso.datetime().describe('When it was reviewed.'),
      })
      .nullable()
      .describe('The review by another operator; null until then.'),
  })
  .meta({ id: 'ProviderMeasure' });

export const ProviderMeasureReview = z
  .strictObject({
    outcome: ReviewOutcome.describe('Whether it was justified.'),
    reason: Reason.meta({
      description: 'Why you think so: 10 to 500 characters.',
      examples: ['Two customers say the same, and the photos show it.'],
    }),
  })
  .meta({ id: 'ProviderMeasureReview' });
