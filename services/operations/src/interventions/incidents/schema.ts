import { Actions } from '@trust/contracts/actions/actions';
import { Page, PageQuery } from '@trust/contracts/page';
import { Reason, singleLine } from '@trust/contracts/values/free-text';
import { z } from 'zod';
import { recordFields } from '../operations-records/operations-record.ts';
import { RecordState } from '../operations-records/states.ts';
import { Severity } from './incident-due.ts';
import { Opener } from './opener.ts';

export const IncidentCreate = z
  .strictObject({
    severity: Severity.describe('Severity, which sets the due time.'),
    title: singleLine(5, 120).meta({
      description: 'What happened, in 5 to 120 characters. Name no person and no address.',
      examples: ['Another person than the provider came to a customer'],
    }),
    providerId: z
      .uuid()
      .optional()
      .meta({
        description: 'Identifier of the provider concerned. Leave it out if the incident concerns the platform.',
        examples: ['019a4907-6d18-7e52-a2b4-0f3c9be81d77'],
      }),
    holdsPublication: z
      .boolean()
      .optional()
      .meta({
        description: 'Whether to withhold the provider until the incident is resolved. Requires `providerId`.',
        examples: [true],
      }),
    reason: Reason.meta({
      description: 'What is known so far: 10 to 500 characters.',
      examples: ['A customer reports that the person at the door was not the one in the profile.'],
    }),
  })
  .meta({ id: 'IncidentCreate' });

export const IncidentStart = z
  .strictObject({
    reason: Reason.meta({
      description: 'Why you start it: 10 to 500 characters.',
      examples: ['I call the provider and the customer today.'],
    }),
  })
  .meta({ id: 'IncidentStart' });
export const IncidentResolve = z
  .strictObject({
    reason: Reason.meta({
      description: 'How it was resolved: 10 to 500 characters.',
      examples: ['The person is an employee, confirmed by the chamber of trades.'],
    }),
  })
  .meta({ id: 'IncidentResolve' });

export const IncidentParams = z.object({ incidentId: z.uuid().describe('Identifier of the incident.') });

export const IncidentQuery = PageQuery.extend({
  state: RecordState.optional().describe('Only incidents in this state.'),
  severity: Severity.optional().describe('Only incidents of this severity.'),
  providerId: z
    .uuid()
    .optional()
    .meta({ description: 'Only what concerns this provider.', examples: ['019a4907-6d18-7e52-a2b4-0f3c9be81d77'] }),
});

export const Incident = z
  .object({
    id: z.uuid().describe('Identifier of the incident.'),
    severity: Severity.describe('Severity, which sets the due time.'),
    title: z.string().meta({
      description: 'What happened, in a few words.',
      examples: ['Another person than the provider came to a customer'],
    }),
    providerId: z
      .uuid()
      .nullable()
      .meta({
        description: 'Identifier of the provider concerned; null if the incident concerns the platform.',
        examples: ['019a4907-6d18-7e52-a2b4-0f3c9be81d77'],
      }),
    holdsPublication: z.boolean().meta({
      description: 'Whether the provider cannot be published until the incident is resolved.',
      examples: [true],
    }),
    openedBy: Opener.describe('Who opened it.'),
    ...recordFields,
    reason: recordFields.reason.meta({
      description: 'Explanation by the operator who opened it, or what the platform found.',
      examples: ['A customer reports that the person at the door was not the one in the profile.'],
    }),
    state: recordFields.state.describe('State of the incident.'),
    dueAt: recordFields.dueAt.meta({
      description: 'When the service level is breached; `severity` says how soon.',
      examples: ['2026-11-06T17:00:00.000Z'],
    }),
    openerId: recordFields.openerId.describe(
      'Identifier of the operator who opened it; all zeros if the platform did.',
    ),
    actions: Actions,
  })
  .meta({ id: 'Incident' });

export const IncidentPage = Page(Incident).meta({ id: 'IncidentPage' });
