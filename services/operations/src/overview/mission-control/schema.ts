import { AuditedService } from '@trust/contracts/events/any';
import { valueList } from '@trust/contracts/values/value-list';
import { z } from 'zod';
import { TriageState } from '../../queue/schema.ts';
import { TriageKind } from '../../queue/triage-kind.ts';

const Status = valueList('eventFlowStatus', {
  reporting: {
    en: 'Reporting',
    fr: 'Connecté',
    means: { en: 'It reported in the last three minutes.', fr: 'A donné signe au cours des trois dernières minutes.' },
  },
  silent: {
    en: 'Silent',
    fr: 'Silencieux',
    means: {
      en: 'It reported before that; the numbers are old.',
      fr: 'A donné signe auparavant\u00a0; les chiffres sont anciens.',
    },
  },
  unknown: { en: 'Unknown', fr: 'Inconnu', means: { en: 'It never reported.', fr: 'N’a jamais donné signe.' } },
});

const count = z.number().int();

export const LoadRole = valueList('loadRole', {
  reviewer: { en: 'Reviewer', fr: 'Examinateur', means: 'May review cases.' },
  decider: { en: 'Decider', fr: 'Décideur', means: 'May decide cases.' },
  'field-agent': { en: 'Field agent', fr: 'Agent de terrain', means: 'May visit providers.' },
});

const flow = {
  oldestUnsentSeconds: z
    .number()
    .int()
    .nullable()
    .describe('Age in seconds of the oldest event that is not sent; null if all are.'),
  unsentEvents: count.describe('Events that are not sent yet.'),
  consumerLag: count.nullable().describe('Events that are not applied yet; null if NATS does not respond.'),
  deadLetters: count.describe('Events that could not be applied and wait for a command.'),
};

const EventFlowOfService = z.object({
  service: AuditedService.describe('Name of the service.'),
  status: Status.describe('Whether the service reports.'),
  reportedAt: z.iso.datetime().nullable().describe('When it last reported; null if it never did.'),
  ...flow,
});

export const MissionControl = z
  .object({
    countedAt: z.iso.datetime().describe('When it was counted.'),
    queues: z
      .array(
        z.object({
          kind: TriageKind.describe('Kind of work.'),
          open: count.describe('Open items.'),
          unassigned: count.describe('Open items that nobody is assigned to.'),
          oldestOpenedAt: z.iso
            .datetime()
            .nullable()
            .describe('When the oldest open item was opened; null without one.'),
          sla: z
            .object({
              breached: count.describe('Open items past their due time.'),
              dueSoon: count.describe('Open items due within 8 hours.'),
              onTrack: count.describe('Open items due later.'),
              paused: count.describe('Open items whose clock is paused.'),
            })
            .describe('Open items by status against the service level.'),
          states: z
            .array(
              z.object({
                state: TriageState.meta({ description: 'State of the items.', examples: ['in_review'] }),
                open: count.describe('Open items in this state.'),
              }),
            )
            .describe('Open items by state.'),
        }),
      )
      .describe('Open work by kind.'),
    load: z
      .array(
        z.object({
          role: LoadRole.describe('Role of the operators.'),
          operators: count.describe('Operators who may hold the duty.'),
          assigned: count.describe('Open items that they hold together.'),
          mostAssigned: count.describe('Open items of the operator who holds most.'),
        }),
      )
      .describe('Assigned work by role.'),
    eventFlow: z
      .object({
        ...flow,
        services: z.array(EventFlowOfService).describe('The same of each service, from its last report.'),
      })
      .describe('Event flow of the operations service.'),
  })
  .meta({ id: 'MissionControl' });
export type MissionControl = z.input<typeof MissionControl>;
