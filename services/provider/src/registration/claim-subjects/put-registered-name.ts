import { reply } from '@trust/service-kit/http/reply';
import { route } from '../../app.ts';
import { assertNotInQuestion } from '../../from-other-services/cases/assert-not-in-question.ts';
import { openRegisteredName } from '../../provider-record/checked-name.ts';
import { lockOpenProvider } from '../../provider-record/lifecycle.ts';
import { assertDeclaredNameAllowed } from '../display-names/allowed-name.ts';
import { flagDuplicates } from '../duplicates/flag-duplicates.ts';
import { keepUsedNames } from '../duplicates/used-names.ts';
import { listCurrentSubjects } from './queries.ts';
import { replaceSubject } from './replace-subject.ts';
import { ClaimSubjects, RegisteredNameUpdate } from './schema.ts';
import { subjectsView } from './subjects-view.ts';

export const putRegisteredName = route(
  {
    method: 'put',
    path: '/provider-workspace/me/registered-name',
    summary: 'Declare the registered name',
    description:
      'The name of the business as its documents show it, for a reviewer to compare with them. It becomes public with the first claim that rests on it, the full name of a sole trader too, without the consent `public-name`; unpublishing or closing the provider takes it down. Another name ends the current one and its claims, which `endsClaimIds` must name. Not while a case awaits its decision, nor while the provider is suspended and no case waits for it.',
    access: 'provider.representatives.manage',
    scope: 'workspace',
    stepUp: true,
    limit: 'profile-mutation',
    body: RegisteredNameUpdate,
    responds: { status: 200, body: ClaimSubjects },
    problems: ['state-conflict', 'claims-would-end'],
  },
  async (input, app) => {
    const { actor, providerId, body } = input;
    return app.db.transact(async (trx) => {
      const provider = await lockOpenProvider(trx, input);
      const current = (await listCurrentSubjects(trx, providerId)).find(({ about }) => about === 'business');
      const changed = !current || openRegisteredName(app, current) !== body.name;
      if (changed) {
        await assertNotInQuestion(trx, provider, 'business');
        assertDeclaredNameAllowed({ name: body.name });
        const subjectId = await replaceSubject(trx, app, input, provider, {
          about: 'business',
          name: body.name,
          endsClaimIds: body.endsClaimIds,
          before: current?.subject_id,
        });
        await keepUsedNames(trx, app, providerId, { names: [body.name], subjectId });
        await flagDuplicates(trx, app, providerId, { at: app.now(), reasons: ['name', 'registered_name'] });
      }
      return reply(await subjectsView(trx, app, { providerId, userId: actor.userId }), { changed });
    });
  },
);
