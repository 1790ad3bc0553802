import { route } from '../../app.ts';
import { namedSubjectsView } from './named-subjects-view.ts';
import { ResponsiblePerson } from './schema.ts';

export const getResponsiblePerson = route(
  {
    method: 'get',
    path: '/provider-workspace/me/responsible-person',
    summary: 'Get the person responsible',
    description:
      'Whom claims about a person are about now, and in `naming` whom somebody else named and who has not accepted yet. Until they accept, everything stays as it is.',
    access: 'session',
    scope: 'workspace',
    responds: { status: 200, body: ResponsiblePerson },
  },
  async ({ actor, providerId }, app) => {
    const { items, naming } = await namedSubjectsView(app.db, app, { providerId, userId: actor.userId });
    return { current: items.find(({ about }) => about === 'person') ?? null, naming };
  },
);
