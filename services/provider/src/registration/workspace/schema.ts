import { LocalisedText } from '@trust/contracts/localised-text';
import { representativeRoles } from '@trust/contracts/permissions';
import { policyKeys } from '@trust/contracts/policies';
import { measureReasons } from '@trust/contracts/reasons/measure-reasons';
import { z } from 'zod';
import { Availability } from '../availability/schema.ts';
import { LocationConfiguration } from '../location/schema.ts';
import { Provider } from '../providers/schema.ts';
import { ServiceSelection } from '../services/schema.ts';

// In display order: what blocks everything else, then dated tasks, then optional ones.
export const taskCodes = [
  'give_consent',
  'complete_profile',
  'select_service',
  'set_location',
  'correct_evidence',
  'submit_evidence',
  'renew_claim',
  'begin_again',
  'update_service',
  'publish',
  'set_availability',
] as const;

export const WorkspaceTask = z
  .object({
    code: z.enum(taskCodes),
    categoryKey: z.string().optional(),
    caseId: z.uuid().optional(),
    requirementKeys: z.array(z.string()).optional(),
    policyKey: z.enum(policyKeys).optional(),
    dueAt: z.iso.datetime().optional(),
    availableAt: z.iso.datetime().optional(),
  })
  .meta({ id: 'WorkspaceTask' });

export const dueCodes = [
  'profile_missing',
  'service_missing',
  'location_missing',
  'evidence_expected',
  'evidence_missing',
  'evidence_rejected',
  'correction_requested',
  'correction_overdue',
  'scan_pending',
  'review_pending',
  'decision_pending',
  'appeal_pending',
  'not_verified',
  'renewal_due',
  'claim_expired',
] as const;

const NamedRequirement = z.object({ key: z.string(), label: LocalisedText });

export const RequirementDue = z
  .object({
    code: z.enum(dueCodes),
    categoryKey: z.string().nullable(),
    requirement: NamedRequirement,
    dueAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'RequirementDue' });

export const NextRequirementVersion = z
  .object({
    categoryKey: z.string(),
    number: z.number().int(),
    takesEffectOn: z.iso.date(),
    inForce: z.boolean(),
    asks: z.array(
      NamedRequirement.extend({
        change: z.enum(['added', 'changed', 'unchanged']),
      }),
    ),
    noLongerAsks: z.array(NamedRequirement),
  })
  .meta({ id: 'NextRequirementVersion' });

export const WorkspaceReadiness = z
  .object({
    activeServices: z.number().int(),
    openCases: z.number().int(),
    casesAwaitingYou: z.number().int(),
    currentClaims: z.number().int(),
    claimsExpiringSoon: z.number().int(),
    currentlyDue: z.array(RequirementDue),
    eventuallyDue: z.array(RequirementDue),
    pastDue: z.array(RequirementDue),
    pendingVerification: z.array(RequirementDue),
    nextVersions: z.array(NextRequirementVersion),
    tasks: z.array(WorkspaceTask),
  })
  .meta({ id: 'WorkspaceReadiness' });

const OperatorMeasure = z
  .object({
    measure: z.enum(['suspended', 'withheld']),
    reasonCode: z.enum(measureReasons).nullable(),
    startedAt: z.iso.datetime(),
    endsAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'OperatorMeasure' });

const Boundary = z.object({ readOnly: z.literal(true) }).meta({ id: 'WorkspaceBoundary' });

export const Workspace = z
  .object({
    provider: Provider,
    measures: z.array(OperatorMeasure),
    representative: z.object({ role: z.enum(representativeRoles) }),
    services: z.array(ServiceSelection),
    location: LocationConfiguration,
    availability: z.array(Availability),
    readiness: WorkspaceReadiness,
    boundaries: z.object({ enquiries: Boundary, reviewResponses: Boundary, subscription: Boundary }),
  })
  .meta({ id: 'Workspace' });
