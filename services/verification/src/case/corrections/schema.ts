import { RequestedAt, RequirementKey } from '@trust/contracts/fields';
import { multiLine, Reason } from '@trust/contracts/free-text';
import { LocalisedText } from '@trust/contracts/localised-text';
import { correctionReasonCodes } from '@trust/contracts/reasons/correction-reasons';
import { valueList } from '@trust/contracts/value-list';
import { z } from 'zod';
import { CorrectionStateList } from './transitions.ts';

const Duty = valueList({
  review: { en: 'Review', fr: 'Avis', means: 'A reviewer requested it.' },
  decide: { en: 'Decision', fr: 'Décision', means: 'A decider requested it and sent the case back.' },
});

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
              description: 'Key of the requirement that the document or check is for.',
              examples: ['trade-qualification'],
            }),
          reasonCodes: z
            .array(z.enum(correctionReasonCodes))
            .min(1)
            .max(10)
            .meta({
              description:
                'Why the requirement is marked.\n\n- `copy_not_accepted` (fixable): A copy is not accepted. Upload a scan or photo of the original.\n- `document_expired` (fixable): The document has expired. Upload a valid one.\n- `document_illegible` (fixable): The document, or part of it, cannot be read. Upload it with better quality.\n- `document_incomplete` (fixable): Pages or details are missing. Upload the whole document.\n- `document_protected` (fixable): The document is protected by a password. Upload it without one.\n- `name_mismatch` (fixable): The name differs from that of the provider. Upload a document with the right name, or proof of the change.\n- `wrong_document` (fixable): This is another document than the one required. Upload the required one.\n- `document_not_authentic` (final): The document does not appear to be authentic. Another upload cannot correct this in this case.\n- `qualification_not_sufficient` (final): The qualification does not meet the requirement. Another upload cannot correct this in this case.\n- `register_contradicts` (final): The official register contradicts the document. Another upload cannot correct this in this case.',
              examples: [['document_illegible']],
            }),
          text: multiLine(1, 1000).meta({
            description: 'What to do, for the representative: 1 to 1000 characters.',
            examples: ['Scan both sides of the certificate in one file.'],
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

/** For operators. */
export const CorrectionRequest = z
  .object({
    id: z.uuid().describe('Identifier of the correction request.'),
    state: CorrectionStateList.describe(
      'State of the request. An open request whose deadline has passed is `expired`.',
    ),
    duty: Duty.describe('The duty of the operator who requested it.'),
    reason: z.string().meta({
      description: 'Why, as the operator wrote it. Private: the provider reads `text`.',
      examples: ['The number on the certificate cannot be read.'],
    }),
    requestedAt: RequestedAt,
    dueAt: z.iso
      .datetime()
      .meta({ description: 'Deadline of the correction.', examples: ['2026-11-06T17:00:00.000Z'] }),
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
          reasonCodes: z.array(z.enum(correctionReasonCodes)).meta({
            description:
              'Why the requirement is marked.\n\n- `copy_not_accepted` (fixable): A copy is not accepted. Upload a scan or photo of the original.\n- `document_expired` (fixable): The document has expired. Upload a valid one.\n- `document_illegible` (fixable): The document, or part of it, cannot be read. Upload it with better quality.\n- `document_incomplete` (fixable): Pages or details are missing. Upload the whole document.\n- `document_protected` (fixable): The document is protected by a password. Upload it without one.\n- `name_mismatch` (fixable): The name differs from that of the provider. Upload a document with the right name, or proof of the change.\n- `wrong_document` (fixable): This is another document than the one required. Upload the required one.\n- `document_not_authentic` (final): The document does not appear to be authentic. Another upload cannot correct this in this case.\n- `qualification_not_sufficient` (final): The qualification does not meet the requirement. Another upload cannot correct this in this case.\n- `register_contradicts` (final): The official register contradicts the document. Another upload cannot correct this in this case.',
            examples: [['document_illegible']],
          }),
          final: z.boolean().describe('Whether a reason is final: an upload cannot correct it.'),
          text: z.string().meta({
            description: 'What to do, for the representative: 1 to 1000 characters.',
            examples: ['Scan both sides of the certificate in one file.'],
          }),
        }),
      )
      .describe('The marked requirements.'),
  })
  .meta({ id: 'CorrectionRequest' });

/** For representatives: no operator and no private reason (promise D1). */
export const RequirementCorrection = z
  .object({
    final: z.boolean().describe('Whether a reason is final: an upload cannot correct it.'),
    reasons: z
      .array(
        z.object({
          code: z.enum(correctionReasonCodes).describe('Code of the reason.'),
          text: LocalisedText.meta({
            description: 'The reason in words.',
            examples: [{ en: 'Electrical qualification', fr: 'Qualification électrique' }],
          }),
        }),
      )
      .describe('Why the requirement is marked.'),
    text: z
      .string()
      .meta({ description: 'What to do, as the operator wrote it.', examples: ['The verification was decided.'] }),
    requestedAt: RequestedAt,
    dueAt: z.iso
      .datetime()
      .nullable()
      .meta({
        description: 'Deadline of the correction; null for a final reason.',
        examples: ['2026-11-06T17:00:00.000Z'],
      }),
  })
  .meta({ id: 'RequirementCorrection' });
