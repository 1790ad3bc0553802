import { z } from 'zod';
import { valueList } from '../values/value-list.ts';
import { actionsOnCases } from './on-cases.ts';
import { actionsOnEnquiries } from './on-enquiries.ts';
import { actionsOnFieldWork } from './on-field-work.ts';
import { actionsOnInterventions } from './on-interventions.ts';

/** Things with `actions`. */
export type ActedOn =
  | ('case' | 'correction' | 'field_visit' | 'appeal')
  | ('incident' | 'escalation' | 'override' | 'emergency_action')
  | 'field_work_item'
  | 'enquiry';

/** What somebody can do to a thing; the label is what a button says. */
export const ActionKeys = valueList('action', {
  ...actionsOnCases,
  ...actionsOnInterventions,
  ...actionsOnFieldWork,
  ...actionsOnEnquiries,
});
export type ActionKey = z.output<typeof ActionKeys>;

const Action = z
  .object({
    key: ActionKeys.describe('What can be done.'),
    operation: z.string().meta({ description: 'The operation that does it.', examples: ['createCheck'] }),
    allowed: z.boolean().meta({
      description:
        'Whether the rules allow it to you now. The body of the request, rate limits and a step-up are no part of it.',
      examples: [false],
    }),
    reason: z
      .object({
        code: z.string().meta({
          description: 'The problem that the request gets: the end of its `type`.',
          examples: ['invalid-transition'],
        }),
        text: z.string().meta({
          description: 'Its `detail`, in the language of the request.',
          examples: ['The case is `recommended`, not `in_review`. Read it again.'],
        }),
      })
      .nullable()
      .meta({ description: 'Why it is not allowed; null if it is.' }),
    needs: valueList('actionNeed', {
      step_up: {
        en: 'Confirm that it is you',
        fr: 'Confirmez que c’est vous',
        means: 'A sign-in within the last five minutes.',
      },
      passkey: { en: 'Sign in with your passkey', fr: 'Connectez-vous avec votre clé d’accès', means: 'A passkey.' },
    })
      .nullable()
      .describe('What the session lacks for an allowed action; null if nothing.'),
    endsAt: z.iso
      .datetime()
      .nullable()
      .describe('Until when it is allowed, exclusive, as far as that is known; else null.'),
  })
  .meta({ id: 'Action' });
export type Action = z.input<typeof Action>;

/** Of a thing in an answer. Absent in answers of earlier releases. */
export const Actions = z
  .array(Action)
  .optional()
  .describe('What you may do to it now, or why not: one entry for each action that is for you.');
