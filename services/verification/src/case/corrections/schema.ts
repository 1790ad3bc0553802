import { Actions } from '@trust/contracts/actions/actions';
import { RequestedAt, RequirementKey } from '@trust/contracts/fields';
import { CorrectionReason, correctionReasons, isFinalReason } from '@trust/contracts/reasons/correction-reasons';
import { disclosesContact } from '@trust/contracts/values/contact-data';
import { multiLine, Reason } from '@trust/contracts/values/free-text';
import { LocalisedText } from '@trust/contracts/values/localised-text';
import { valueList } from '@trust/contracts/values/value-list';
import { z } from 'zod';
import { CorrectionState } from './transitions.ts';

const Duty = valueList('correctionDuty', {
  review: {
    en: 'Review',
    fr: 'Examen',
    means: { en: 'A reviewer requested it.', fr: 'Demandée par la personne qui examine le dossier.' },
  },
  decide: {
    en: 'Decision',
    fr: 'Décision',
    means: {
      en: 'A decider requested it and sent the case back.',
      fr: 'Demandée par la personne qui décide, qui a renvoyé le dossier.',
    },
  },
});

const finalReasons = CorrectionReason.options.filter(isFinalReason).map((code) => `\`${code}\``);
const reasonCodes = {
  description: `Why the requirement is marked. Final, which no upload in this case can correct: ${finalReasons.join(', ')}.`,
  examples: [['document_illegible']],
};
const whatToDo = {
  description: 'What to do, for the representative: 1 to 1000 characters.',
  examples: ['Scan both sides of the certificate in one file.'],
};

export const CorrectionRequestCreate = z
  .strictObject({
    requirements: z
      .array(
        z.strictObject({
          requirementKey: z
            .string()
            .min(1)
            .max(100)
            .meta({
              description: 'Key of the requirement to mark.',
              examples: ['trade-qualification'],
            }),
          reasonCodes: z.array(CorrectionReason).min(1).max(10).meta(reasonCodes),
          text: multiLine(1, 1000)
            .refine((text) => !disclosesContact(text), { params: { code: 'private_data' } })
            .meta({
              ...whatToDo,
              description: 'What to do, for the representative: 1 to 1000 characters, without contact data and links.',
            }),
        }),
      )
      .min(1)
      .max(20)
      .describe('The requirements to mark: 1 to 20.'),
    reason: Reason.meta({
      description: 'Why, for the audit log: 10 to 500 characters.',
      examples: ['The number on the certificate cannot be read.'],
    }),
  })
  .meta({ id: 'CorrectionRequestCreate' });

/** Operators see this view. */
export const CorrectionRequest = z
  .object({
    id: z.uuid().describe('Identifier of the correction request.'),
    state: CorrectionState.describe('State of the request. An open request whose deadline has passed is `expired`.'),
    duty: Duty.describe('The duty of the operator who requested it.'),
    reason: z.string().meta({
      description: 'Why, as the operator wrote it. Private: the provider reads `text`.',
      examples: ['The number on the certificate cannot be read.'],
    }),
    requestedAt: RequestedAt,
    dueAt: z.iso.datetime().meta({
      description: 'Deadline of the correction: 14 days after the request, unless operators extended it.',
      examples: ['2026-11-06T17:00:00.000Z'],
    }),
    endedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When it ended; null while it is open.', examples: [null] }),
    requirements: z
      .array(
        z.object({
          requirementKey: RequirementKey,
          evidenceVersionId: z.uuid().meta({
            description: 'Identifier of the marked evidence version.',
            examples: ['019a490c-4e68-7d91-a7c3-6b2f10e8d945'],
          }),
          reasonCodes: z.array(CorrectionReason).meta(reasonCodes),
          final: z.boolean().describe('Whether a reason is final: an upload cannot correct it.'),
          text: z.string().meta(whatToDo),
        }),
      )
      .describe('The marked requirements.'),
    actions: Actions,
  })
  .meta({ id: 'CorrectionRequest' });

/** Representatives see no operator and no private reason (promise D1). */
export const RequirementCorrection = z
  .object({
    final: z.boolean().describe('Whether a reason is final: an upload cannot correct it.'),
    reasons: z
      .array(
        z.object({
          code: CorrectionReason.describe('Code of the reason.'),
          text: LocalisedText.meta({
            description: 'The reason in words, in every language of the platform.',
            examples: [correctionReasons.document_illegible.text],
          }),
        }),
      )
      .describe('Why the requirement is marked.'),
    text: z.string().meta({ ...whatToDo, description: 'What to do, as the operator wrote it.' }),
    requestedAt: RequestedAt,
    dueAt: z.iso
      .datetime()
      .nullable()
      .meta({
        description:
          'Deadline of the correction: 14 days after the request, unless operators extended it; null for a final reason.',
        examples: ['2026-11-06T17:00:00.000Z'],
      }),
  })
  .meta({ id: 'RequirementCorrection' });
