import { notificationRequested } from '@trust/contracts/events/any';
import { reply } from '@trust/service-kit/http/reply';
import { emit } from '@trust/service-kit/outbox/outbox';
import { conflict, invalid } from '@trust/service-kit/problems/problem';
import { route } from '../../app.ts';
import { assertNotInQuestion } from '../../from-other-services/cases/assert-not-in-question.ts';
import { openPersonName, type PersonName } from '../../provider-record/checked-name.ts';
import { lockOpenProvider } from '../../provider-record/lifecycle.ts';
import { assertDeclaredNameAllowed } from '../display-names/allowed-name.ts';
import { findActiveAssignment } from '../representatives/queries.ts';
import { listCurrentSubjects } from './queries.ts';
import { replaceSubject } from './replace-subject.ts';
import { ClaimSubjects, ResponsiblePersonUpdate } from './schema.ts';
import { subjectsView } from './subjects-view.ts';

export const putResponsiblePerson = route(
  {
    method: 'put',
    path: '/provider-workspace/me/responsible-person',
    summary: 'Name the person responsible',
    description:
      'A representative whom claims about a person are about, with the name that their documents show. Of a provider that is one person it is the owner. Naming another person or name ends the current one and its claims, which `endsClaimIds` must name; not while a case awaits its decision, nor while the provider is suspended and no case waits for it. Somebody else than you is notified. Nothing about the person is public before they agree with `PUT /provider-workspace/me/responsible-person/public-name`.',
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
      const provider = await lockOpenProvider(trx, input);
      const person = await findActiveAssignment(trx, providerId, body.representativeId);
      if (!person) throw invalid('representativeId', 'invalid_value');
      if (provider.kind === 'individual' && person.role !== 'owner') throw conflict(onlyOwner);
      const name: PersonName = { givenName: body.givenName, familyName: body.familyName };
      const current = (await listCurrentSubjects(trx, providerId)).find(({ about }) => about === 'person');
      const isSame = current?.user_id === person.user_id && isSameName(openPersonName(app, current), name);
      if (!isSame) {
        await assertNotInQuestion(trx, provider, 'person');
        assertDeclaredNameAllowed(name);
        await replaceSubject(trx, app, input, provider, {
          about: 'person',
          userId: person.user_id,
          name: JSON.stringify(name),
          endsClaimIds: body.endsClaimIds,
          before: current?.subject_id,
        });
        if (person.user_id !== actor.userId)
          await emit(trx, notificationRequested.provider, {
            userId: person.user_id,
            providerId,
            template: 'responsible_person_named',
            data: {},
          });
      }
      return reply(await subjectsView(trx, app, { providerId, userId: actor.userId }), { changed: !isSame });
    });
  },
);

const onlyOwner = {
  en: 'The person responsible for a provider that is one person is its owner. Name the owner.',
  fr: 'La personne responsable d’un prestataire personne physique est son propriétaire. Indiquez le propriétaire.',
};

function isSameName(known: PersonName | null, name: PersonName): boolean {
  return known?.givenName === name.givenName && known.familyName === name.familyName;
}
