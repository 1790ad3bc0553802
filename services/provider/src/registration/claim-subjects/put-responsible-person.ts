import { reply } from '@trust/service-kit/http/reply';
import { conflict, invalid } from '@trust/service-kit/problems/problem';
import { route } from '../../app.ts';
import { openPersonName, type PersonName } from '../../provider-record/checked-name.ts';
import { assertEndsClaims, endSubjects, nameSubject } from '../../provider-record/claim-subjects.ts';
import { lockOpenProvider } from '../../provider-record/lifecycle.ts';
import { nameSealer } from '../../provider-record/names.ts';
import { findActiveAssignment } from '../representatives/queries.ts';
import { auditSubject } from './audit-subject.ts';
import { hasOtherOwner, listCurrentSubjects } from './queries.ts';
import { ClaimSubjects, ResponsiblePersonUpdate } from './schema.ts';
import { subjectsView } from './subjects-view.ts';

export const putResponsiblePerson = route(
  {
    method: 'put',
    path: '/provider-workspace/me/responsible-person',
    summary: 'Name the person responsible',
    description:
      'A representative whom claims about a person are about, with the name that their documents show. Of a provider that is one person it is the only owner. Naming another person or name ends the current one and its claims, which `endsClaimIds` must name. Nothing about the person is public before they agree with `PUT /provider-workspace/me/responsible-person/public-name`.',
    access: 'provider.representatives.manage',
    scope: 'workspace',
    stepUp: true,
    limit: 'profile-mutation',
    body: ResponsiblePersonUpdate,
    responds: { status: 200, body: ClaimSubjects },
    problems: ['state-conflict', 'claims-would-end'],
  },
  async (input, app) => {
    const { actor, providerId, body } = input;
    return app.db.transact(async (trx) => {
      const at = app.now();
      const provider = await lockOpenProvider(trx, providerId);
      const person = await findActiveAssignment(trx, providerId, body.representativeId);
      if (!person) throw invalid('representativeId', 'invalid_value');
      if (provider.kind === 'individual' && (await hasOtherOwner(trx, providerId, person.user_id)))
        throw conflict(onlyOwner);
      const name: PersonName = { givenName: body.givenName, familyName: body.familyName };
      const current = (await listCurrentSubjects(trx, providerId)).find(({ about }) => about === 'person');
      const isSame = current?.user_id === person.user_id && isSameName(openPersonName(app, current), name);
      if (!isSame) {
        await assertEndsClaims(trx, { providerId, about: ['person'], at }, body.endsClaimIds);
        await endSubjects(trx, { providerId, about: ['person'] }, { reason: 'replaced', at });
        const id = app.newId();
        const sealed_name = (await nameSealer(trx, app, person.user_id)).seal(id, JSON.stringify(name));
        const of = { provider_id: providerId, about: 'person' as const, user_id: person.user_id };
        await nameSubject(trx, { ...of, id, sealed_name, named_at: at });
        await auditSubject(trx, input, { before: current?.subject_id, after: id });
      }
      return reply(await subjectsView(trx, app, { providerId, userId: actor.userId }), { changed: !isSame });
    });
  },
);

const onlyOwner = {
  en: 'A provider that is one person is represented by that person: name its only owner, or remove the other owners first.',
  fr: 'Un prestataire personne physique est représenté par cette personne : indiquez son seul propriétaire, ou retirez d’abord les autres propriétaires.',
};

function isSameName(known: PersonName | null, name: PersonName): boolean {
  return known?.givenName === name.givenName && known.familyName === name.familyName;
}
