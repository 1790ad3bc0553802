import { z } from 'zod';

export const ChallengeCreate = z
  .strictObject({ channel: z.enum(['sms', 'email']), identifier: z.string().trim().min(3).max(254) })
  .meta({ id: 'ChallengeCreate' });

export const Challenge = z
  .object({ challengeId: z.uuid(), expiresAt: z.iso.datetime(), resendAvailableAt: z.iso.datetime() })
  .meta({ id: 'Challenge' });

export const ChallengeVerify = z
  .strictObject({ code: z.string().regex(/^\d{6}$/), sessionLabel: z.string().trim().min(1).max(80).optional() })
  .meta({ id: 'ChallengeVerify' });
