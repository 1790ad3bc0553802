import { ContactChannel } from '@trust/contracts/contact-channel';
import { singleLine } from '@trust/contracts/values/free-text';
import { parseDigits } from 'libphonenumber-js/mobile';
import { z } from 'zod';
import { Transport } from '../../sessions/schema.ts';

export const SessionLabel = singleLine(1, 80)
  .optional()
  .meta({
    description:
      'A name for the session in the list of sessions, 1 to 80 characters. By default the browser and system.',
    examples: ["Claire's phone"],
  });

export const ChallengeCreate = z
  .strictObject({
    channel: ContactChannel.meta({ description: 'How the code is sent.', examples: ['email'] }),
    identifier: singleLine(3, 254).meta({
      description:
        'A phone number with its country code, such as `+33612345678`, or an email address: 3 to 254 characters.',
      examples: ['anna@example.org'],
    }),
  })
  .meta({ id: 'ChallengeCreate' });

export const Challenge = z
  .object({
    challengeId: z.uuid().describe('Identifier of the sign-in challenge, for the verification of its code.'),
    expiresAt: z.iso.datetime().meta({
      description: 'When the code expires, 5 minutes after it was requested.',
      examples: ['2026-11-03T09:35:00.000Z'],
    }),
    resendAvailableAt: z.iso.datetime().meta({
      description: 'When another code can be requested: 60 seconds after this one.',
      examples: ['2026-11-03T09:31:00.000Z'],
    }),
  })
  .meta({ id: 'Challenge' });
export type Challenge = z.output<typeof Challenge>;

export const OneTimeCode = z
  .string()
  .max(32)
  .overwrite((typed) => (/^[\p{Nd}\s-]*$/u.test(typed) ? parseDigits(typed) : typed))
  .regex(/^\d{6}$/)
  .meta({
    description: 'The one-time code: six digits. Spaces and hyphens between them do not count.',
    examples: ['041873'],
  });

export const ChallengeVerify = z
  .strictObject({
    code: OneTimeCode,
    sessionLabel: SessionLabel,
    // No default in the contract: client generators make such fields required.
    transport: Transport.optional().describe(
      'How the client gets the session: `bearer` by default, `cookie` for a portal.',
    ),
  })
  .meta({ id: 'ChallengeVerify' });

export const SignInChannel = z
  .object({
    channel: ContactChannel.meta({ description: 'How codes can be sent.', examples: ['email'] }),
    countries: z
      .array(z.string().meta({ examples: ['BE'] }))
      .nullable()
      .meta({
        description:
          'ISO 3166-1 alpha-2 codes of the countries whose mobile numbers the channel serves; null where it has no such limit, as email.',
      }),
  })
  .meta({ id: 'SignInChannel' });
