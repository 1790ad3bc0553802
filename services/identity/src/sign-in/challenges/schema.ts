import { singleLine } from '@trust/contracts/free-text';
import { valueList } from '@trust/contracts/value-list';
import { parseDigits } from 'libphonenumber-js/mobile';
import { z } from 'zod';
import { Transport } from '../../sessions/schema.ts';

const ChannelValue = valueList({
  email: { en: 'E-mail', fr: 'E-mail', means: 'By email.' },
  sms: { en: 'Text message', fr: 'SMS', means: 'By text message.' },
});

const Channel = valueList({
  sms: { en: 'Text message', fr: 'SMS', means: 'By text message.' },
  email: { en: 'E-mail', fr: 'E-mail', means: 'By email.' },
});

export const ChallengeCreate = z
  .strictObject({
    channel: Channel.meta({ description: 'How the code or message is sent.', examples: ['email'] }),
    identifier: singleLine(3, 254).meta({
      description: 'A phone number with its country code, such as `+33612345678`, or an email address.',
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
  .meta({ description: 'Six digits. Spaces and hyphens between them do not count.', example: '012345' });

export const ChallengeVerify = z
  .strictObject({
    code: OneTimeCode.meta({ examples: ['041873'] }),
    sessionLabel: singleLine(1, 80)
      .optional()
      .meta({
        description: 'A name for the session in the list of sessions, 1 to 80 characters.',
        examples: ["Claire's phone"],
      }),
    // No default in the contract: client generators make such fields required.
    transport: Transport.optional().describe(
      '`bearer` returns both tokens; `cookie` sets a session cookie for a portal and returns no token.',
    ),
  })
  .meta({ id: 'ChallengeVerify' });

export const SignInChannel = z
  .object({
    channel: ChannelValue.meta({ description: 'How the code or message is sent.', examples: ['email'] }),
    countries: z
      .array(z.string().meta({ examples: ['BE'] }))
      .nullable()
      .meta({
        description:
          'ISO 3166-1 alpha-2 codes of the countries whose mobile numbers the channel serves; null where it has no such limit.',
      }),
  })
  .meta({ id: 'SignInChannel' });
