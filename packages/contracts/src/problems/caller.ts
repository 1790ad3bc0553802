import type { ProblemKind } from './kind.ts';

/** What the caller may not do, or not see. */
export const callerProblems = {
  unauthenticated: {
    status: 401,
    retry: 'changed',
    title: { en: 'Sign in first', fr: 'Connectez-vous d’abord' },
    when: {
      en: 'The session is missing, unknown, expired or revoked.',
      fr: 'La session manque, est inconnue, a expiré ou a été révoquée.',
    },
    remedy: {
      en: 'Refresh the session, or sign in again.',
      fr: 'Renouvelez la session ou connectez-vous à nouveau.',
    },
  },
  'code-refused': {
    status: 401,
    retry: 'changed',
    title: { en: 'The code was not accepted', fr: 'Le code n’a pas été accepté' },
    when: {
      en: 'The one-time code is wrong, used, expired or was tried too often.',
      fr: 'Le code à usage unique est erroné, déjà utilisé, expiré ou a été essayé trop souvent.',
    },
    remedy: { en: 'Check it, or ask for a new one.', fr: 'Vérifiez-le ou demandez-en un nouveau.' },
  },
  'step-up-required': {
    status: 401,
    retry: 'changed',
    title: { en: 'Prove again that it is you', fr: 'Confirmez à nouveau votre identité' },
    when: {
      en: 'A privileged operation needs a sign-in younger than five minutes.',
      fr: 'Une opération privilégiée exige une connexion de moins de cinq minutes.',
    },
    remedy: { en: 'Sign in again, then repeat the request.', fr: 'Connectez-vous à nouveau, puis répétez la requête.' },
  },
  'origin-refused': {
    status: 403,
    retry: 'never',
    title: { en: 'Not from this page', fr: 'Pas depuis cette page' },
    when: {
      en: 'A session in a cookie changes things from the pages of a portal only, and the request comes from somewhere else.',
      fr: 'Une session tenue par un cookie n’agit que depuis les pages d’un portail, et la requête vient d’ailleurs.',
    },
    remedy: {
      en: 'Send it from a portal that the platform knows, or send the token in the `Authorization` header.',
      fr: 'Envoyez-la depuis un portail que la plateforme connaît, ou transmettez le jeton dans l’en-tête `Authorization`.',
    },
  },
  forbidden: {
    status: 403,
    retry: 'never',
    title: { en: 'Not permitted', fr: 'Action non autorisée' },
    when: {
      en: 'Your roles do not carry the permission that this operation needs.',
      fr: 'Vos rôles ne comportent pas l’autorisation que demande cette opération.',
    },
    remedy: {
      en: 'Ask somebody who has it, or have the role granted to you.',
      fr: 'Adressez-vous à une personne qui la possède ou faites-vous attribuer le rôle.',
    },
  },
  'not-found': {
    status: 404,
    retry: 'never',
    title: { en: 'Not found', fr: 'Introuvable' },
    when: {
      en: 'There is no such thing, or it is not yours to see: the answer is the same.',
      fr: 'Cet élément n’existe pas ou ne vous est pas accessible : la réponse est la même.',
    },
    remedy: {
      en: 'Check the address and the account that you use.',
      fr: 'Vérifiez l’adresse et le compte que vous utilisez.',
    },
  },
  'no-active-workspace': {
    status: 404,
    retry: 'changed',
    title: { en: 'No active workspace', fr: 'Aucun espace actif' },
    when: { en: 'You represent no provider at present.', fr: 'Vous ne représentez actuellement aucun prestataire.' },
    remedy: {
      en: 'Create a provider, or have yourself assigned to one.',
      fr: 'Créez un prestataire ou faites-vous désigner comme représentant.',
    },
  },
  'ambiguous-assignment': {
    status: 409,
    retry: 'changed',
    title: { en: 'You represent several providers', fr: 'Vous représentez plusieurs prestataires' },
    when: {
      en: 'You represent several providers, and this session has not chosen the workspace of one.',
      fr: 'Vous représentez plusieurs prestataires et cette session n’a choisi l’espace d’aucun d’eux.',
    },
    remedy: {
      en: 'Choose one with `PUT /account/workspace`, then repeat the request.',
      fr: 'Choisissez-en un avec `PUT /account/workspace`, puis répétez la requête.',
    },
  },
  'separation-of-duties': {
    status: 409,
    retry: 'never',
    title: { en: 'Somebody else has to do this', fr: 'Une autre personne doit s’en charger' },
    when: {
      en: 'You took part in an earlier step, or you represent the provider concerned.',
      fr: 'Vous êtes intervenu à une étape précédente ou vous représentez le prestataire concerné.',
    },
    remedy: { en: 'Pass it on to a colleague.', fr: 'Confiez cette étape à un ou une collègue.' },
  },
} as const satisfies Record<string, ProblemKind>;
