import { OwnProviderId } from '@trust/contracts/fields';
import { PageQuery } from '@trust/contracts/page';
import { pageOfAll } from '@trust/service-kit/http/cursor';
import { z } from 'zod';
import { audit, route } from '../../app.ts';
import { isOperatorFor } from '../../provider-record/is-operator-for.ts';
import { ClaimSubjectPage } from './schema.ts';
import { subjectsView } from './subjects-view.ts';

export const listClaimSubjects = route(
  {
    method: 'get',
    path: '/providers/{providerId}/claim-subjects',
    summary: 'List what claims are about',
    description:
      'The registered name, the person responsible and the premises that the provider has now. For its representatives and for operators, whose reading is recorded in the audit log.',
    access: 'session',
    scope: 'provider',
    operators: 'operations.providers.read',
    query: PageQuery,
    params: z.object({ providerId: OwnProviderId }),
    responds: { status: 200, body: ClaimSubjectPage },
  },
  async (input, app) => {
    const { actor, providerId } = input;
    const items = await app.db.transact(async (trx) => {
      const { items } = await subjectsView(trx, app, { providerId, userId: actor.userId });
      const reader = { permission: 'operations.providers.read', providerId, at: app.now() } as const;
      if (items.length > 0 && (await isOperatorFor(trx, actor, reader)))
        await audit(trx, input, { objectType: 'provider', objectId: providerId, after: { subjects: items.length } });
      return items;
    });
    return pageOfAll(input, app.cursors, items, ({ id }) => id);
  },
);
