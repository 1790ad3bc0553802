import { z } from 'zod';
import { OneTimeCode } from '../../sign-in/challenges/schema.ts';

export const ContactPointOpened = z
  .object({
    id: z.uuid().describe('Identifier of the contact point, for the verification of its code.'),
    expiresAt: z.iso.datetime().meta({
      description: 'When the code expires, 5 minutes after it was requested.',
      examples: ['2026-11-03T09:35:00.000Z'],
    }),
    resendAvailableAt: z.iso.datetime().meta({
      description: 'When another code can be requested: 60 seconds after this one.',
      examples: ['2026-11-03T09:31:00.000Z'],
    }),
  })
  .meta({ id: 'ContactPointOpened' });

export const ContactPointVerify = z.strictObject({ code: OneTimeCode }).meta({ id: 'ContactPointVerify' });
