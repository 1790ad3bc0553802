import { auditedServices } from '@trust/contracts/events/any';
import { z } from 'zod';
import { triageKinds, triageStates } from '../../queue/schema.ts';

const count = z.number().int();

export const loadRoles = ['reviewer', 'decider', 'field-agent'] as const;

const EventFlowOfService = z.object({
  service: z.enum(auditedServices),
  status: z.enum(['reporting', 'silent', 'unknown']),
  reportedAt: z.iso.datetime().nullable(),
  oldestUnsentSeconds: z.number().int().nullable(),
  unsentEvents: count,
  consumerLag: count.nullable(),
  deadLetters: count,
});

export const MissionControl = z
  .object({
    countedAt: z.iso.datetime(),
    queues: z.array(
      z.object({
        kind: z.enum(triageKinds),
        open: count,
        unassigned: count,
        oldestOpenedAt: z.iso.datetime().nullable(),
        sla: z.object({ breached: count, dueSoon: count, onTrack: count, paused: count }),
        states: z.array(z.object({ state: z.enum(triageStates), open: count })),
      }),
    ),
    load: z.array(z.object({ role: z.enum(loadRoles), operators: count, assigned: count, mostAssigned: count })),
    eventFlow: z.object({
      oldestUnsentSeconds: z.number().int().nullable(),
      unsentEvents: count,
      consumerLag: count.nullable(),
      deadLetters: count,
      services: z.array(EventFlowOfService),
    }),
  })
  .meta({ id: 'MissionControl' });
export type MissionControl = z.input<typeof MissionControl>;
