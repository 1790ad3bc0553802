import { CatalogKey, DisplayLabel } from '@trust/contracts/fields';
import { RepresentativeRole } from '@trust/contracts/permissions';
import { PolicyKey } from '@trust/contracts/policies';
import { MeasureReason } from '@trust/contracts/reasons/measure-reasons';
import { valueList } from '@trust/contracts/value-list';
import { z } from 'zod';
import { Availability } from '../availability/schema.ts';
import { LocationConfiguration } from '../location/schema.ts';
import { Provider } from '../providers/schema.ts';
import { ServiceSelection } from '../services/schema.ts';

const Measure = valueList({
  suspended: { en: 'Suspended', fr: '', means: 'Suspended.' },
  withheld: { en: 'Withheld', fr: '', means: 'Hidden from the public.' },
});

const Change = valueList({
  added: { en: 'Added', fr: '', means: 'New in this version.' },
  changed: { en: 'Changed', fr: '', means: 'Changed in this version.' },
  unchanged: { en: 'Unchanged', fr: '', means: 'Unchanged.' },
});

// In display order: what blocks everything else, then dated tasks, then optional ones.
export const TaskCode = valueList({
  give_consent: { en: 'Give consent', fr: '', means: 'Agree to the policy that `policyKey` names.' },
  complete_profile: { en: 'Complete profile', fr: '', means: 'Complete the profile.' },
  select_service: { en: 'Select service', fr: '', means: 'Select a service.' },
  set_location: { en: 'Set location', fr: '', means: 'Add public premises or a service area.' },
  correct_evidence: { en: 'Correct evidence', fr: '', means: 'Upload corrected evidence.' },
  submit_evidence: { en: 'Submit evidence', fr: '', means: 'Upload the evidence that a case requires.' },
  renew_claim: {
    en: 'Renew claim',
    fr: '',
    means:
      'Renew a claim that expires soon or has expired: `POST /providers/{providerId}/verification-cases` with the kind `renewal`.',
  },
  begin_again: {
    en: 'Begin again',
    fr: '',
    means:
      'Begin again after a case that ended without a claim: `POST /providers/{providerId}/verification-cases` with the kind `initial`, from `availableAt` if it is present.',
  },
  update_service: { en: 'Update service', fr: '', means: 'Update a service to the requirement version in force.' },
  publish: { en: 'Publish', fr: '', means: 'Publish the provider.' },
  set_availability: { en: 'Set availability', fr: '', means: 'Set the availability.' },
});
export const taskCodes = TaskCode.options;

export const WorkspaceTask = z
  .object({
    code: TaskCode.meta({ description: 'What to do.', examples: ['submit_evidence'] }),
    categoryKey: z
      .string()
      .optional()
      .meta({ description: 'Key of the category, if the task concerns one.', examples: ['electrician'] }),
    caseId: z
      .uuid()
      .optional()
      .meta({
        description: 'Identifier of the case that waits for documents.',
        examples: ['019a490a-58b0-7c09-8f6d-3a71e5d2b9c6'],
      }),
    requirementKeys: z
      .array(z.string())
      .optional()
      .meta({ description: 'For `correct_evidence`: the requirements that lack evidence.', examples: [['identity']] }),
    policyKey: PolicyKey.optional().meta({
      description: 'Key of the policy to agree to.',
      examples: ['public-premises'],
    }),
    dueAt: z.iso
      .datetime()
      .optional()
      .meta({ description: 'Deadline of the task, if it has one.', examples: ['2026-11-06T17:00:00.000Z'] }),
    availableAt: z.iso.datetime().optional().describe('When the task can be done; absent if it can be done now.'),
  })
  .meta({ id: 'WorkspaceTask' });

export const DueCode = valueList({
  profile_missing: { en: 'Profile missing', fr: '', means: 'The profile is incomplete.' },
  service_missing: { en: 'Service missing', fr: '', means: 'No service is selected.' },
  location_missing: { en: 'Location missing', fr: '', means: 'Public premises or a service area is missing.' },
  evidence_expected: { en: 'Evidence expected', fr: '', means: 'Evidence is required once the case is open.' },
  evidence_missing: { en: 'Evidence missing', fr: '', means: 'The case requires this evidence.' },
  evidence_rejected: { en: 'Evidence rejected', fr: '', means: 'The last document was not accepted.' },
  correction_requested: { en: 'Correction requested', fr: '', means: 'The reviewer requested a correction.' },
  correction_overdue: { en: 'Correction overdue', fr: '', means: 'The correction period has ended.' },
  scan_pending: { en: 'Scan pending', fr: '', means: 'The document is being scanned.' },
  review_pending: { en: 'Review pending', fr: '', means: 'The case is being reviewed.' },
  decision_pending: { en: 'Decision pending', fr: '', means: 'The case is waiting for its decision.' },
  appeal_pending: { en: 'Appeal pending', fr: '', means: 'An appeal is being reviewed.' },
  not_verified: { en: 'Not verified', fr: '', means: 'The decision did not grant the claim.' },
  renewal_due: { en: 'Renewal due', fr: '', means: 'The claim expires soon.' },
  claim_expired: { en: 'Claim expired', fr: '', means: 'The claim has expired.' },
});
export const dueCodes = DueCode.options;

const NamedRequirement = z.object({
  key: z.string().meta({
    description: 'Key of the requirement or of the missing part of the provider.',
    examples: ['trade-qualification'],
  }),
  label: DisplayLabel.meta({ examples: [{ en: 'Electrical qualification', fr: 'Qualification électrique' }] }),
});

export const RequirementDue = z
  .object({
    code: DueCode.describe('Why the requirement is in this list.'),
    categoryKey: z
      .string()
      .nullable()
      .meta({ description: 'Key of the category; null if it concerns the whole provider.', examples: ['electrician'] }),
    requirement: NamedRequirement.describe('The requirement, or the missing part of the provider.'),
    dueAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When it is due; null without a deadline.', examples: ['2026-11-06T17:00:00.000Z'] }),
  })
  .meta({ id: 'RequirementDue' });

export const NextRequirementVersion = z
  .object({
    categoryKey: CatalogKey,
    number: z
      .number()
      .int()
      .meta({ description: 'Number of the version within its category, from 1.', examples: [1] }),
    takesEffectOn: z.iso.date().describe('The first day of the version.'),
    inForce: z.boolean().describe('Whether the version is in force.'),
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
    activeServices: z.number().int().describe('Number of selected services.'),
    openCases: z.number().int().describe('Number of open verification cases.'),
    casesAwaitingYou: z.number().int().describe('Number of open cases that wait for documents or corrections.'),
    currentClaims: z.number().int().describe('Number of current claims in the selected categories.'),
    claimsExpiringSoon: z
      .number()
      .int()
      .meta({ description: 'Number of current claims that expire within 30 days.', examples: [0] }),
    currentlyDue: z.array(RequirementDue).describe('Requirements that need action by the provider now.'),
    eventuallyDue: z.array(RequirementDue).describe('Requirements that will be due later.'),
    pastDue: z.array(RequirementDue).describe('Requirements whose deadline has passed.'),
    pendingVerification: z.array(RequirementDue).describe('Requirements that the platform is processing.'),
    nextVersions: z
      .array(NextRequirementVersion)
      .describe('Requirement versions that are announced or replace the selected ones.'),
    tasks: z.array(WorkspaceTask).describe('What to do next, most urgent first.'),
  })
  .meta({ id: 'WorkspaceReadiness' });

const OperatorMeasure = z
  .object({
    measure: Measure.describe('What operators did.'),
    reasonCode: MeasureReason.nullable().describe('Why; null if they gave no code.'),
    startedAt: z.iso.datetime().describe('When it began.'),
    endsAt: z.iso
      .datetime()
      .nullable()
      .describe('When it ends by itself, if operators do not end it before; null if only they end it.'),
  })
  .meta({ id: 'OperatorMeasure' });

const Boundary = z
  .object({
    readOnly: z.literal(true).meta({ description: 'Always true.', 'x-values': { true: { means: 'The only value.' } } }),
  })
  .meta({ id: 'WorkspaceBoundary' });

export const Workspace = z
  .object({
    provider: Provider.describe('The provider that the caller represents.'),
    measures: z.array(OperatorMeasure).describe('What operators did to the provider, as long as it lasts.'),
    representative: z
      .object({
        role: RepresentativeRole.meta({ description: 'Role of the representative.', examples: ['owner'] }),
      })
      .describe('The caller as a representative.'),
    services: z.array(ServiceSelection).describe('Active service selections.'),
    location: LocationConfiguration.describe(
      'Which parts of the location are configured. Coordinates are never returned.',
    ),
    availability: z.array(Availability).describe('Availability of each selected service that has one.'),
    readiness: WorkspaceReadiness.describe('What is complete, what is missing, and what to do next.'),
    boundaries: z
      .object({
        enquiries: Boundary.describe('Enquiries of customers.'),
        reviewResponses: Boundary.describe('Responses to reviews.'),
        subscription: Boundary.describe('Status of the subscription.'),
      })
      .describe('Read-only parts of the workspace.'),
  })
  .meta({ id: 'Workspace' });
