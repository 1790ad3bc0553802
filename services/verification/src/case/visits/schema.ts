import { Actions } from '@trust/contracts/actions/actions';
import { SubjectId } from '@trust/contracts/claim-about';
import { FieldVisitState, VisitCancelReason } from '@trust/contracts/events/field-visits';
import {
  FieldWorkCancelReason,
  FieldWorkObstacle,
  ObservationResult,
  PlaceMatch,
} from '@trust/contracts/events/field-work';
import { RequestedAt, RequirementKey } from '@trust/contracts/fields';
import { Reason } from '@trust/contracts/values/free-text';
import { LocalisedText } from '@trust/contracts/values/localised-text';
import { meaningsOf, valueList } from '@trust/contracts/values/value-list';
import { z } from 'zod';

const EndReason = valueList('visitEndReason', {
  ...meaningsOf(VisitCancelReason),
  ...meaningsOf(FieldWorkCancelReason),
  ...meaningsOf(FieldWorkObstacle),
});

const visitFields = {
  state: FieldVisitState.describe('State of the visit.'),
  startsAt: z.iso
    .datetime()
    .nullable()
    .describe('When the visit begins; null while it has no date, and once it is over or cancelled.'),
  endsAt: z.iso
    .datetime()
    .nullable()
    .describe('When the visit ends; null while it has no date, and once it is over or cancelled.'),
};

const FieldSubmission = z
  .object({
    id: z.uuid().describe('Identifier of the accepted submission.'),
    observations: z
      .array(
        z.object({
          key: z.string().meta({ description: 'Key of what was observed.', examples: ['workshop_present'] }),
          result: ObservationResult.describe('Whether it was confirmed.'),
        }),
      )
      .describe('What was observed, by key.'),
    publicSummary: z.string().meta({
      description: 'Summary by operations, without private data.',
      examples: ['The workshop at the registered address was seen.'],
    }),
    visitedOn: z.iso.date().describe('The day of the visit.'),
    placeMatches: PlaceMatch.nullable().describe(
      'Whether the agent confirmed that the visited place is where the public premises are. Null for a claim about something else, and for results of an earlier release. Without `confirmed` no check by `field_visit` of premises is `clear` or `consider`.',
    ),
    acceptedAt: z.iso.datetime().describe('When operations accepted the submission.'),
  })
  .meta({ id: 'FieldSubmission' });

/** Operators see this view. */
export const FieldVisit = z
  .object({
    id: z.uuid().describe('Identifier of the visit.'),
    requirementKey: RequirementKey,
    subjectId: SubjectId.nullable().describe(
      'The person, business or premises of the visit: `claim.subjectId` of the requirement when it was requested or planned. A check by `field_visit` names the same one. Null for a visit that was cancelled because nothing was current, and for one of an earlier release, which supports no check.',
    ),
    ...visitFields,
    endReason: EndReason.nullable().describe('Why the visit ended without a submission; null otherwise.'),
    reason: z
      .string()
      .nullable()
      .meta({
        description: 'Why, as the reviewer wrote it. Private. Null for a visit that operations planned.',
        examples: ['The address of the workshop must be seen.'],
      }),
    requestedAt: RequestedAt,
    submission: FieldSubmission.nullable().describe('The accepted submission of the visit; null if there is none.'),
    actions: Actions,
  })
  .meta({ id: 'FieldVisit' });

/** Representatives see no operator, no observation and no reason (promise D1). */
export const PlannedVisit = z
  .object({
    ...visitFields,
    text: LocalisedText.meta({
      description: 'What to do about the visit, in every language of the platform.',
      examples: [
        {
          en: 'A visit on site was requested. You will get a date.',
          fr: 'Une visite sur place a été demandée. Une date vous sera communiquée.',
        },
      ],
    }),
  })
  .meta({ id: 'PlannedVisit' });

export const FieldVisitCreate = z
  .strictObject({
    requirementKey: z
      .string()
      .min(1)
      .max(100)
      .meta({ description: 'Key of the requirement to visit the provider for.', examples: ['trade-qualification'] }),
    reason: Reason.meta({
      description: 'Why, for the audit log: 10 to 500 characters.',
      examples: ['The address of the workshop must be seen.'],
    }),
  })
  .meta({ id: 'FieldVisitCreate' });
