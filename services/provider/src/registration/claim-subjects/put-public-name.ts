import { publicNameConsentGiven } from '@trust/contracts/events/provider';
import { policies } from '@trust/contracts/policies';
import { emit } from '@trust/service-kit/outbox/outbox';
import { invalid, Problem } from '@trust/service-kit/problems/problem';
import { audit, route } from '../../app.ts';
import { takeConsent } from '../../from-other-services/consents/withdrawals.ts';
import { refreshListing } from '../../listing/refresh-listing.ts';
import { findCurrentSubject } from '../../provider-record/claim-subjects.ts';
import { lockOpenProvider } from '../../provider-record/lifecycle.ts';
import { setPublicForm } from './queries.ts';
import { ClaimSubjects, PublicNameConsent } from './schema.ts';
import { subjectsView } from './subjects-view.ts';

export const putPublicName = route(
  {
    method: 'put',
    path: '/provider-workspace/me/responsible-person/public-name',
    summary: 'Agree that your checked name is public',
    description:
      'Only the person responsible can agree, to the name that they have read and in the form that they choose; the consent is the policy `public-name`. Without it the claims about them are not public. `PUT /account/consents/public-name` takes it back: then they are not public from that moment on. Of a provider that is one person, the registered name stays public with the claims about the business, whatever form they choose and after a withdrawal: to take it down too, unpublish or close the provider.',
    access: 'session',
    scope: 'workspace',
    stepUp: true,
    limit: 'profile-mutation',
    body: PublicNameConsent,
    responds: { status: 200, body: ClaimSubjects },
    problems: ['forbidden', 'state-conflict'],
  },
  async (input, app) => {
    const { actor, providerId, body } = input;
    if (body.version !== policies['public-name'].version) throw invalid('version', 'not_current');
    return app.db.transact(async (trx) => {
      const at = app.now();
      await takeConsent(trx, { personId: actor.userId, policyKey: 'public-name', at });
      await lockOpenProvider(trx, input);
      const person = await findCurrentSubject(trx, providerId, 'person');
      if (person?.user_id !== actor.userId) throw new Problem('forbidden', onlyThemselves);
      const view = () => subjectsView(trx, app, { providerId, userId: actor.userId });
      if (person.id !== body.subjectId) throw anotherName(person.id, await view());
      await setPublicForm(trx, person.id, { form: body.form, at });
      await refreshListing(trx, providerId, at);
      await emit(trx, publicNameConsentGiven, { userId: actor.userId, providerId, occurredAt: at.toISOString() });
      await audit(trx, input, {
        objectType: 'provider',
        objectId: providerId,
        before: { publicForm: person.public_form },
        after: { subjectId: person.id, publicForm: body.form },
      });
      return view();
    });
  },
);

function anotherName(subjectId: string, current: unknown): Problem<'state-conflict'> {
  return new Problem('state-conflict', undefined, {
    errors: [{ field: 'subjectId', code: 'subject_changed', message: readAgain, allowed: [subjectId] }],
    current,
  });
}

const readAgain = {
  en: 'You were named anew since you read it. Read your name in `current` or `GET /providers/{providerId}/claim-subjects`, then agree to that one.',
  fr: 'Vous avez été désigné de nouveau depuis votre lecture. Lisez votre nom dans `current` ou `GET /providers/{providerId}/claim-subjects`, puis acceptez celui-ci.',
};

const onlyThemselves = {
  en: 'Only the person responsible can agree that their name is public. Ask them to sign in and to agree.',
  fr: 'Seule la personne responsable peut accepter que son nom soit public. Demandez-lui de se connecter et de donner son accord.',
};
