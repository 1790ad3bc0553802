import { singleLine } from '@trust/contracts/free-text';
import { parseDigits } from 'libphonenumber-js/mobile';
import { z } from 'zod';
import { Transport } from '../../sessions/schema.ts';

export const ChallengeCreate = z
  .strictObject({ channel: z.enum(['sms', 'email']), identifier: singleLine(3, 254) })
  .meta({ id: 'ChallengeCreate' });

export const Challenge = z
  .object({ challengeId: z.uuid(), expiresAt: z.iso.datetime(), resendAvailableAt: z.iso.datetime() })
  .meta({ id: 'Challenge' });
export type Challenge = z.output<typeof Challenge>;

export const OneTimeCode = z
  .string()
  .max(32)
  .overwrite((typed) => (/^[\p{Nd}\s-]*$/u.test(typed) ? parseDigits(typed) : typed))
  .regex(/^\d{6}$/)
  .meta({ description: 'Six digits. Spaces and hyphens between them do not count.', example: '012345' });

export const ChallengeVerify = z
  .strictObject({
    code: OneTimeCode,
    sessionLabel: singleLine(1, 80).optional(),
    // No default in the contract: client generators make such fields required.
    transport: Transport.optional(),
  })
  .meta({ id: 'ChallengeVerify' });

export const SignInChannel = z
  .object({
    channel: z.enum(['email', 'sms']),
    countries: z
      .array(z.string().meta({ examples: ['BE'] }))
      .nullable()
      .meta({
        description:
          'ISO 3166-1 alpha-2 codes of the countries whose mobile numbers the channel serves; null where it has no such limit.',
      }),
  })
  .meta({ id: 'SignInChannel' });
