import { OperatorId } from '@trust/contracts/fields';
import { Page, PageQuery } from '@trust/contracts/page';
import { OperatorRole } from '@trust/contracts/permissions';
import { valueList } from '@trust/contracts/values/value-list';
import { z } from 'zod';

const Presence = valueList('operatorPresence', {
  online: {
    en: 'Online',
    fr: 'En ligne',
    means: {
      en: 'Signed in, and active in the last five minutes.',
      fr: 'Connecté et actif au cours des cinq dernières minutes.',
    },
  },
  signed_in: {
    en: 'Signed in',
    fr: 'Session ouverte',
    means: {
      en: 'Signed in, but not active in the last five minutes.',
      fr: 'Connecté, mais inactif depuis cinq minutes.',
    },
  },
  signed_out: { en: 'Signed out', fr: 'Hors ligne', means: { en: 'Not signed in.', fr: 'Non connecté.' } },
});

export const OperatorQuery = PageQuery.extend({
  role: OperatorRole.optional().describe('Only operators with this role.'),
  mayActOnProviderId: z
    .uuid()
    .optional()
    .describe(
      'Only operators who may take an emergency action on the provider with this id: with the permission, and not representing it. For operators who manage roles; others get 403.',
    ),
});

export const OperatorEntry = z
  .object({
    id: OperatorId,
    displayName: z
      .string()
      .nullable()
      .meta({ description: 'Name that the operator chose; null if none.', examples: ['Claire Dubois'] }),
    workName: z
      .string()
      .nullable()
      .meta({ description: 'Name by which other operators know this one.', examples: ['Reviewer Lark'] }),
    roles: z.array(OperatorRole).describe('Roles of the operator.'),
    load: z.number().int().describe('Number of unfinished duties in open cases.'),
    presence: Presence.describe('Whether the operator is signed in and active.'),
  })
  .meta({ id: 'OperatorEntry' });

export const OperatorPage = Page(OperatorEntry).meta({ id: 'OperatorPage' });
