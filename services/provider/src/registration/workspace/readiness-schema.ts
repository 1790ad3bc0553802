import { CatalogKey, DisplayLabel } from '@trust/contracts/fields';
import { PolicyKey } from '@trust/contracts/policies';
import { z } from 'zod';
import { VersionNumber } from '../../catalog/schema.ts';
import { Change, DueCode, TaskCode } from './readiness-values.ts';

// In display order: what blocks everything else, then dated tasks, then optional ones.

export const WorkspaceTask = z
  .object({
    code: TaskCode.meta({ description: 'What to do.', examples: ['submit_evidence'] }),
    categoryKey: z
      .string()
      .optional()
      .meta({
        description: 'Key of the category; absent if the task does not concern one.',
        examples: ['electrician'],
      }),
    caseId: z
      .uuid()
      .optional()
      .meta({
        description: 'For `correct_evidence` and `submit_evidence`: identifier of the case that waits for documents.',
        examples: ['019a490a-58b0-7c09-8f6d-3a71e5d2b9c6'],
      }),
    requirementKeys: z
      .array(z.string())
      .optional()
      .meta({
        description: 'Keys of the requirements of the case that lack evidence, if the case named them.',
        examples: [['identity']],
      }),
    policyKey: PolicyKey.optional().meta({
      description: 'For `give_consent`: key of the policy to agree to.',
      examples: ['public-premises'],
    }),
    dueAt: z.iso
      .datetime()
      .optional()
      .meta({
        description: 'Deadline of the task; absent if it has none. For `renew_claim`, when the claim expires.',
        examples: ['2026-11-06T17:00:00.000Z'],
      }),
    availableAt: z.iso
      .datetime()
      .optional()
      .describe('For `begin_again`: when the task can be done; absent if it can be done now.'),
  })
  .meta({ id: 'WorkspaceTask' });

const NamedRequirement = z.object({
  key: z.string().meta({ description: 'Key of the requirement.', examples: ['trade-qualification'] }),
  label: DisplayLabel.meta({ examples: [{ en: 'Electrical qualification', fr: 'Qualification électrique' }] }),
});

export const RequirementDue = z
  .object({
    code: DueCode.describe('Why the requirement is in this list.'),
    categoryKey: z
      .string()
      .nullable()
      .meta({ description: 'Key of the category; null if it concerns the whole provider.', examples: ['electrician'] }),
    requirement: NamedRequirement.extend({
      key: z.string().meta({
        description:
          'Key of the requirement, or of the missing part of the provider: `profile`, `service` or `location`.',
        examples: ['trade-qualification'],
      }),
    }).describe('The requirement, or the missing part of the provider.'),
    dueAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When it is due; null without a deadline.', examples: ['2026-11-06T17:00:00.000Z'] }),
  })
  .meta({ id: 'RequirementDue' });

export const NextRequirementVersion = z
  .object({
    categoryKey: CatalogKey,
    number: VersionNumber,
    takesEffectOn: z.iso.date().describe('First day of the version (UTC).'),
    inForce: z.boolean().describe('Whether the version is in force already. An announced one is not.'),
    asks: z
      .array(
        NamedRequirement.extend({
          change: Change.describe('How the requirement differs from the selected version.'),
        }),
      )
      .describe('Requirements of the version, compared with the selected version.'),
    noLongerAsks: z
      .array(NamedRequirement)
      .describe('Requirements of the selected version that this version no longer has.'),
  })
  .meta({ id: 'NextRequirementVersion' });

export const WorkspaceReadiness = z
  .object({
    activeServices: z.number().int().describe('Number of active service selections.'),
    openCases: z.number().int().describe('Number of open verification cases.'),
    casesAwaitingYou: z.number().int().describe('Number of open cases that wait for documents or corrections.'),
    currentClaims: z.number().int().describe('Number of current claims in the selected categories.'),
    claimsExpiringSoon: z
      .number()
      .int()
      .meta({ description: 'Number of current claims that expire within 30 days.', examples: [0] }),
    currentlyDue: z
      .array(RequirementDue)
      .describe('Requirements and missing parts that need action by the provider now.'),
    eventuallyDue: z.array(RequirementDue).describe('Requirements that will be due later.'),
    pastDue: z.array(RequirementDue).describe('Requirements whose deadline has passed.'),
    pendingVerification: z.array(RequirementDue).describe('Requirements that the platform is processing.'),
    nextVersions: z
      .array(NextRequirementVersion)
      .describe('Requirement versions that are announced or replace the selected ones.'),
    tasks: z.array(WorkspaceTask).describe('What to do next, most urgent first.'),
  })
  .meta({ id: 'WorkspaceReadiness' });
