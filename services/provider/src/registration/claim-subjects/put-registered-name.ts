import { reply } from '@trust/service-kit/http/reply';
import { route } from '../../app.ts';
import { openRegisteredName } from '../../provider-record/checked-name.ts';
import { assertEndsClaims, endSubjects, nameSubject } from '../../provider-record/claim-subjects.ts';
import { lockOpenProvider } from '../../provider-record/lifecycle.ts';
import { nameSealer } from '../../provider-record/names.ts';
import { auditSubject } from './audit-subject.ts';
import { listCurrentSubjects } from './queries.ts';
import { ClaimSubjects, RegisteredNameUpdate } from './schema.ts';
import { subjectsView } from './subjects-view.ts';

export const putRegisteredName = route(
  {
    method: 'put',
    path: '/provider-workspace/me/registered-name',
    summary: 'Declare the registered name',
    description:
      'The name of the business as its documents show it, for a reviewer to compare with them. It becomes public with the first claim that rests on it. Another name ends the current one and its claims, which `endsClaimIds` must name.',
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
      const at = app.now();
      await lockOpenProvider(trx, providerId);
      const current = (await listCurrentSubjects(trx, providerId)).find(({ about }) => about === 'business');
      const changed = !current || openRegisteredName(app, current) !== body.name;
      if (changed) {
        await assertEndsClaims(trx, { providerId, about: ['business'], at }, body.endsClaimIds);
        await endSubjects(trx, { providerId, about: ['business'] }, { reason: 'replaced', at });
        const id = app.newId();
        const sealed_name = (await nameSealer(trx, app, providerId)).seal(id, body.name);
        await nameSubject(trx, { id, provider_id: providerId, about: 'business', sealed_name, named_at: at });
        await auditSubject(trx, input, { before: current?.subject_id, after: id });
      }
      return reply(await subjectsView(trx, app, { providerId, userId: actor.userId }), { changed });
    });
  },
);
