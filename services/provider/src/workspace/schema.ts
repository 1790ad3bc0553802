import { representativeRoles } from '@trust/contracts/permissions';
import { z } from 'zod';
import { Availability } from '../availability/schema.ts';
import { LocationConfiguration } from '../location/schema.ts';
import { Provider } from '../providers/schema.ts';
import { ServiceSelection } from '../services/schema.ts';

export const taskCodes = [
  'complete_profile',
  'select_service',
  'set_location',
  'correct_evidence',
  'submit_evidence',
  'renew_claim',
  'publish',
  'set_availability',
] as const;

export const WorkspaceTask = z
  .object({ code: z.enum(taskCodes), categoryKey: z.string().optional(), dueAt: z.iso.datetime().optional() })
  .meta({ id: 'WorkspaceTask' });

export const WorkspaceReadiness = z
  .object({
    activeServices: z.number().int(),
    openCases: z.number().int(),
    casesAwaitingYou: z.number().int(),
    currentClaims: z.number().int(),
    claimsExpiringSoon: z.number().int(),
    tasks: z.array(WorkspaceTask),
  })
  .meta({ id: 'WorkspaceReadiness' });

/** A part of the workspace that another phase of the platform owns: it can be read, and never written here. */
const Boundary = z
  .object({ readOnly: z.literal(true), ownedByPhase: z.number().int() })
  .meta({ id: 'WorkspaceBoundary' });

export const Workspace = z
  .object({
    provider: Provider,
    representative: z.object({ role: z.enum(representativeRoles) }),
    services: z.array(ServiceSelection),
    location: LocationConfiguration,
    availability: z.array(Availability),
    readiness: WorkspaceReadiness,
    boundaries: z.object({ enquiries: Boundary, reviewResponses: Boundary, subscription: Boundary }),
  })
  .meta({ id: 'Workspace' });
