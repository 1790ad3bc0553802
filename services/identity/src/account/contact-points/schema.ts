import { z } from 'zod';
import { OneTimeCode } from '../../sign-in/challenges/schema.ts';

export const ContactPointOpened = z
  .object({ id: z.uuid(), expiresAt: z.iso.datetime(), resendAvailableAt: z.iso.datetime() })
  .meta({ id: 'ContactPointOpened' });

export const ContactPointVerify = z.strictObject({ code: OneTimeCode }).meta({ id: 'ContactPointVerify' });
