import { AppealState } from '@trust/contracts/events/appeals';
import { CheckMethod } from '@trust/contracts/events/catalog';
import { CaseOutcome } from '@trust/contracts/events/verification';
import {
  AppealId,
  CaseId,
  CatalogKey,
  ClaimLimitations,
  DecisionId,
  DocumentKindKey,
  PolicyVersion,
} from '@trust/contracts/fields';
import { AppealGround } from '@trust/contracts/reasons/appeal-grounds';
import { RecordedDecisionReason } from '@trust/contracts/reasons/decision-reasons';
import { LocalisedText } from '@trust/contracts/values/localised-text';
import { textsOf, valueList } from '@trust/contracts/values/value-list';
import { z } from 'zod';
import { DecisionStatus } from '../../case/record/decision-status.ts';
import { LineResult } from '../decisions/schema.ts';

const Reason = z.object({
  code: RecordedDecisionReason.meta({ description: 'Code of the reason.', examples: ['all_checks_clear'] }),
  text: z.string().meta({
    description: 'The reason in words, in the language of the response.',
    examples: ['All checks were clear.'],
  }),
});
const Ground = z.object({
  code: z.string().meta({
    description: 'Code of the ground, as in `grounds` of the appeal.',
    examples: ['evidence_misjudged'],
    ...textsOf(AppealGround),
  }),
  text: z.string().meta({
    description: 'The ground in words, in the language of the response.',
    examples: ['The evidence was judged incorrectly.'],
  }),
});

/** Not by whom, and not why (promise D1). */
export const DocumentsReadBy = valueList('documentsReadBy', {
  decider: {
    en: 'Whoever decided has read every document',
    fr: 'La personne qui a décidé a lu chaque pièce',
    means: 'Whoever decided has read every document, as the reviewer had.',
  },
  reviewer: {
    en: 'The decision relies on the reading of the reviewer',
    fr: 'La décision s’appuie sur la lecture de la personne qui a examiné le dossier',
    means: 'The decision relies on what the reviewer has read.',
  },
  not_all: {
    en: 'Not every document was opened; other checks support the decision',
    fr: 'Certaines pièces n’ont pas été ouvertes ; d’autres contrôles fondent la décision',
    means: 'Nobody has read every document. What was not read was checked by a register or a visit.',
  },
});

/** Representatives see no operator and no private reason (promise D1). */
export const DecisionReceipt = z
  .object({
    decisionId: z.uuid().describe('The decision.'),
    caseId: CaseId,
    categoryKey: CatalogKey,
    outcome: CaseOutcome.meta({ description: 'The outcome of the case.', examples: ['verified'] }),
    status: DecisionStatus.describe('Whether the decision is in force.'),
    laterDecisionId: z.uuid().nullable().describe('The decision that replaced this one; null if there is none.'),
    decidedAt: z.iso.datetime().describe('When the decision was recorded.'),
    policyVersion: PolicyVersion,
    requirementVersion: z.number().int().describe('Number of the requirement version that was applied.'),
    reasons: z.array(Reason).describe('The reasons of the decision.'),
    documentsReadBy: DocumentsReadBy.describe('Whose reading of the documents the decision rests on.'),
    claims: z
      .array(
        z.object({
          type: z.string().meta({
            description: 'Type of the claim: `claim.type` of a requirement of the case.',
            examples: ['trade_qualification'],
          }),
          label: LocalisedText.meta({
            description: 'Name of the requirement.',
            examples: [{ en: 'Electrical qualification', fr: 'Qualification électrique' }],
          }),
          result: LineResult.describe('Whether the claim was granted or refused.'),
          reasons: z.array(Reason).describe('Why the claim was refused; empty if it was granted.'),
          evidenceKind: DocumentKindKey.describe('Kind of the document that was considered.'),
          method: CheckMethod.meta({
            description: 'Method of the check that supports the claim.',
            examples: ['document_review'],
          }),
          limitations: ClaimLimitations.describe(
            'What the claim does not cover, in every language of the platform. A text by a reviewer is repeated untranslated. Never empty on a granted claim.',
          ),
          validUntil: z.iso
            .datetime()
            .nullable()
            .meta({
              description: 'When the claim expires. Limited by the requirement version; null if it was refused.',
              examples: ['2027-11-03T00:00:00.000Z'],
            }),
        }),
      )
      .describe('The result for each requirement.'),
    appeal: z
      .object({
        isPossible: z.boolean().describe('Whether the decision can be appealed now.'),
        endsAt: z.iso
          .datetime()
          .nullable()
          .describe('Until when, exclusive: the end of the 15th working day. Null if the decision cannot be appealed.'),
        instructions: z.string().meta({
          description: 'How to appeal, in the language of the response.',
          examples: [
            'If you disagree, a representative who manages verification cases can appeal once before this date.',
          ],
        }),
      })
      .describe('Whether and until when the decision can be appealed.'),
  })
  .meta({ id: 'DecisionReceipt' });

/** Representatives see no operator and no private reason (promise D1). */
export const AppealReceipt = z
  .object({
    appealId: AppealId,
    caseId: CaseId,
    decisionId: DecisionId,
    state: AppealState.describe('State of the appeal.'),
    submittedAt: z.iso.datetime().describe('When the appeal was submitted.'),
    grounds: z.array(Ground).describe('The grounds of the appeal.'),
    statement: z
      .string()
      .nullable()
      .meta({
        description:
          'What is wrong with the decision, as the representative wrote it; null once their account was erased.',
        examples: ['The licence shows the name of the owner of the business.'],
      }),
    newEvidence: z
      .array(
        z.object({
          label: LocalisedText.meta({
            description: 'Name of the requirement.',
            examples: [{ en: 'Electrical qualification', fr: 'Qualification électrique' }],
          }),
          evidenceKind: DocumentKindKey.nullable().meta({
            description: 'Kind of the document; null if none arrived.',
            examples: ['trade_certificate'],
          }),
        }),
      )
      .describe('The requirements with new evidence.'),
    decidedAt: z.iso.datetime().nullable().describe('When the appeal was decided; null before.'),
    reasons: z.array(Reason).describe('The reasons of the decision on the appeal; empty before.'),
    documentsReadBy: DocumentsReadBy.nullable().describe(
      'Whose reading of the documents the decision on the appeal rests on; null before, and if the appeal was inadmissible.',
    ),
    policyVersion: z
      .string()
      .nullable()
      .meta({
        description:
          'Version of the verification policy of the appealed decision, which the decision on the appeal applies; null before that.',
        examples: ['2026-11'],
      }),
    newDecisionId: z
      .uuid()
      .nullable()
      .describe('The decision that sets the appealed one aside; null if it stays in force.'),
    instructions: z.string().meta({
      description: 'What follows, in the language of the response.',
      examples: ['A new decision replaces the earlier one. Its receipt lists what was granted.'],
    }),
  })
  .meta({ id: 'AppealReceipt' });
