import { z } from 'zod';
import { OneTimeCode } from '../challenges/schema.ts';
import { PasskeyAssertion } from '../passkeys/schema.ts';

export const StepUpCreate = z
  .strictObject({
    challengeId: z
      .uuid()
      .describe(
        'Identifier of the challenge: of `POST /auth/challenges` for `code`, of `POST /auth/passkeys/challenges` for `credential`.',
      ),
    code: OneTimeCode.optional().describe('The code that was sent to a contact point of the account. Or `credential`.'),
    credential: PasskeyAssertion.optional().describe('The assertion of a passkey of the account. Or `code`.'),
  })
  .meta({ id: 'StepUpCreate' });
