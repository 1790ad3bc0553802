import { PersonId, ProviderId, SessionId } from '@trust/contracts/fields';
import { OperatorRole, Permission, RepresentativeRole } from '@trust/contracts/permissions';
import { valueList } from '@trust/contracts/values/value-list';
import { z } from 'zod';
import { AuthenticatedBy } from '../../sessions/schema.ts';

const MissingWorkspace = valueList('workspaceProblem', {
  'no-active-workspace': {
    en: 'No workspace',
    fr: 'Aucun espace',
    means: 'You represent no provider.',
  },
  'ambiguous-assignment': {
    en: 'Workspace not selected',
    fr: 'Espace non choisi',
    means: 'You represent several providers, or your selection has ended: select one with `PUT /account/workspace`.',
  },
});

const Permissions = z.array(Permission);

export const AccountSession = z
  .object({
    id: SessionId,
    userId: PersonId,
    authenticatedBy: AuthenticatedBy.describe('How you signed in, or stepped up since then.'),
    authenticatedAt: z.iso.datetime().describe('Your last sign-in or step-up in this session.'),
    stepUp: z
      .object({
        endsAt: z.iso
          .datetime()
          .nullable()
          .describe(
            'Until then operations with `x-step-up` accept this session; null if they answer `step-up-required` or `passkey-required` now. Operations with `x-step-up-held` also accept an older one, for the case whose review it opened.',
          ),
        needsPasskey: z
          .boolean()
          .describe('Whether your roles need a passkey and this session has none: step up with a passkey.'),
      })
      .describe('Whether the sign-in is fresh, for operations that need it.'),
    endsAt: z.iso.datetime().describe('When the session ends, however it is used.'),
    idleEndsAt: z.iso.datetime().describe('When the session ends if it is not refreshed before.'),
    operatorRoles: z.array(OperatorRole).describe('Your roles as an operator; empty for anyone else.'),
    permissions: Permissions.describe(
      'What your roles as an operator allow in this session, with the names of `x-permissions`; empty for anyone else.',
    ),
    workspace: z
      .object({
        providerId: ProviderId.describe('Identifier of the provider that the session works for.'),
        role: RepresentativeRole.meta({ description: 'Your role for the provider.', examples: ['owner'] }),
        permissions: Permissions.describe('What the role allows for this provider.'),
      })
      .nullable()
      .describe('The provider that requests of the workspace are about; null if they are refused.'),
    workspaceProblem: MissingWorkspace.nullable().describe('Why `workspace` is null: the problem of these requests.'),
  })
  .meta({ id: 'AccountSession' });
export type AccountSession = z.input<typeof AccountSession>;
