import { Page } from '@trust/contracts/page';
import { RepresentativeRole } from '@trust/contracts/permissions';
import { singleLine } from '@trust/contracts/values/free-text';
import { valueList } from '@trust/contracts/values/value-list';
import { z } from 'zod';

const State = valueList('invitationState', {
  sent: {
    en: 'Sent',
    fr: 'Envoyée',
    means: { en: 'You have not answered yet.', fr: 'Vous n’avez pas encore répondu.' },
  },
  awaiting_approval: {
    en: 'Awaiting approval',
    fr: 'En attente d’approbation',
    means: {
      en: 'You are an operator and have accepted; another operator must approve it.',
      fr: 'Vous êtes opérateur et avez accepté\u00a0; un autre opérateur doit l’approuver.',
    },
  },
  accepted: {
    en: 'Accepted',
    fr: 'Acceptée',
    means: {
      en: 'You have accepted; the provider is in your profile in a moment.',
      fr: 'Vous avez accepté\u00a0; le prestataire figurera dans votre profil dans un instant.',
    },
  },
  declined: {
    en: 'Declined',
    fr: 'Déclinée',
    means: {
      en: 'You have declined. The provider is not told.',
      fr: 'Vous avez décliné. Le prestataire n’en est pas informé.',
    },
  },
  refused: {
    en: 'Refused',
    fr: 'Refusée',
    means: {
      en: 'Another operator refused your acceptance. The provider is not told.',
      fr: 'Un autre opérateur a refusé votre acceptation. Le prestataire n’en est pas informé.',
    },
  },
});

export const InvitationParams = z.object({
  invitationId: z.uuid().describe('Identifier of the invitation. One that is not to you returns 404.'),
});

export const ProviderName = z
  .string()
  .nullable()
  .meta({
    description: 'Name of the provider, once operators have accepted it; null before.',
    examples: [null],
  });

export const InvitationAcceptance = z
  .strictObject({
    displayName: singleLine(1, 80).meta({
      description:
        'The name under which this provider sees you, 1 to 80 characters. Your account can have another one, which the provider does not see.',
      examples: ['Anna Martin'],
    }),
  })
  .meta({ id: 'InvitationAcceptance' });

export const Invitation = z
  .object({
    id: z.uuid().meta({
      description: 'Identifier of the invitation.',
      examples: ['019a4907-9a41-7c3b-8d52-6e1f0b7a9c24'],
    }),
    role: RepresentativeRole.meta({
      description: 'Your role for the provider if you accept.',
      examples: ['manager'],
    }),
    providerName: ProviderName,
    state: State.meta({ description: 'Whether you have answered.', examples: ['sent'] }),
    invitedAt: z.iso.datetime().describe('When you were invited.'),
    expiresAt: z.iso.datetime().describe('When the invitation expires, 7 days after it was sent.'),
  })
  .meta({ id: 'Invitation' });

export const InvitationPage = Page(Invitation).meta({ id: 'InvitationPage' });
