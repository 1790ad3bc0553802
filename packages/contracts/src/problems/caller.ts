import type { ProblemKind } from './kind.ts';
import { passkeyCodes } from './passkey-codes.ts';

export const callerProblems = {
  unauthenticated: {
    status: 401,
    retry: 'changed',
    title: { en: 'Authentication required', fr: 'Authentification requise' },
    when: {
      en: 'The session is missing, unknown, expired or revoked.',
      fr: 'La session est absente, inconnue, expirée ou révoquée.',
    },
    remedy: {
      en: 'Refresh the session or sign in again.',
      fr: 'Renouvelez la session ou reconnectez-vous.',
    },
  },
  'code-refused': {
    status: 401,
    retry: 'changed',
    title: { en: 'Code not accepted', fr: 'Code refusé' },
    when: {
      en: 'The one-time code is wrong, used or expired, or it has had too many attempts.',
      fr: 'Le code à usage unique est incorrect, déjà utilisé ou expiré, ou le nombre d’essais est dépassé.',
    },
    remedy: { en: 'Check the code or request a new one.', fr: 'Vérifiez le code ou demandez-en un nouveau.' },
  },
  'webhook-refused': {
    status: 401,
    retry: 'changed',
    title: { en: 'Webhook not accepted', fr: 'Webhook refusé' },
    when: {
      en: 'The signature, timestamp or secret of the sender is missing or wrong, or the timestamp is over five minutes off.',
      fr: 'La signature, l’horodatage ou le secret de l’expéditeur manque ou est incorrect, ou l’horodatage s’écarte de plus de cinq minutes.',
    },
    remedy: {
      en: 'Compare the secret and the clock of the sender with the settings of the platform.',
      fr: 'Comparez le secret et l’horloge de l’expéditeur avec les paramètres de la plateforme.',
    },
  },
  'step-up-required': {
    status: 401,
    retry: 'changed',
    title: { en: 'Recent sign-in required', fr: 'Connexion récente requise' },
    when: {
      en: 'This operation requires a sign-in within the last five minutes.',
      fr: 'Cette opération exige une connexion datant de moins de cinq minutes.',
    },
    remedy: {
      en: 'Step up with `POST /auth/step-up`, which keeps the session, then repeat the request.',
      fr: 'Confirmez votre identité avec `POST /auth/step-up`, sans changer de session, puis renvoyez la requête.',
    },
  },
  'passkey-required': {
    status: 401,
    retry: 'changed',
    title: { en: 'Passkey required', fr: 'Clé d’accès requise' },
    when: {
      en: 'This operation requires a sign-in with a passkey within the last five minutes.',
      fr: 'Cette opération exige une connexion avec une clé d’accès datant de moins de cinq minutes.',
    },
    remedy: {
      en: 'Step up with a passkey, then repeat the request. Without one, ask an administrator for an enrolment token.',
      fr: 'Confirmez votre identité avec une clé d’accès, puis renvoyez la requête. Si vous n’en avez pas, demandez un jeton d’inscription à l’administration.',
    },
  },
  'enrolment-required': {
    status: 403,
    retry: 'changed',
    title: { en: 'Enrolment token required', fr: 'Jeton d’inscription requis' },
    when: {
      en: 'The first passkey needs an enrolment token, and the token is missing, used or expired, or belongs to somebody else.',
      fr: 'La première clé d’accès exige un jeton d’inscription. Le jeton est absent, déjà utilisé ou expiré, ou appartient à une autre personne.',
    },
    remedy: { en: 'Ask an administrator for a new token.', fr: 'Demandez un nouveau jeton à l’administration.' },
  },
  'passkey-refused': {
    status: 401,
    retry: 'changed',
    title: { en: 'Passkey not accepted', fr: 'Clé d’accès refusée' },
    when: {
      en: 'The response of the passkey does not fit the challenge, this platform or a registered passkey.',
      fr: 'La réponse de la clé d’accès ne correspond ni au défi, ni à cette plateforme, ni à une clé enregistrée.',
    },
    remedy: {
      en: 'Request a new challenge and try again.',
      fr: 'Demandez un nouveau défi et réessayez.',
    },
    field: 'credential',
    codes: passkeyCodes,
  },
  'origin-refused': {
    status: 403,
    retry: 'never',
    title: { en: 'Origin not allowed', fr: 'Origine non autorisée' },
    when: {
      en: 'The request uses a session cookie but does not come from an allowed origin.',
      fr: 'La requête utilise un cookie de session, mais ne provient pas d’une origine autorisée.',
    },
    remedy: {
      en: 'Send it from an allowed portal, or send the access token in the `Authorization` header.',
      fr: 'Envoyez-la depuis un portail autorisé ou transmettez le jeton d’accès dans l’en-tête `Authorization`.',
    },
  },
  forbidden: {
    status: 403,
    retry: 'never',
    title: { en: 'Permission denied', fr: 'Accès refusé' },
    when: {
      en: 'Your roles do not include the permission that this operation requires.',
      fr: 'Vos rôles ne comprennent pas l’autorisation requise pour cette opération.',
    },
    remedy: {
      en: 'Ask someone who has the permission, or have the role granted to you.',
      fr: 'Adressez-vous à une personne qui dispose de cette autorisation ou faites-vous attribuer le rôle.',
    },
  },
  'not-found': {
    status: 404,
    retry: 'never',
    title: { en: 'Not found', fr: 'Introuvable' },
    when: {
      en: 'The resource does not exist, or you have no access to it. The response is the same in both cases.',
      fr: 'La ressource n’existe pas ou vous n’y avez pas accès. La réponse est identique dans les deux cas.',
    },
    remedy: {
      en: 'Check the URL and the account that you use.',
      fr: 'Vérifiez l’URL et le compte que vous utilisez.',
    },
  },
  'no-active-workspace': {
    status: 404,
    retry: 'changed',
    title: { en: 'No active workspace', fr: 'Aucun espace de travail actif' },
    when: { en: 'You do not represent a provider.', fr: 'Vous ne représentez aucun prestataire.' },
    remedy: {
      en: 'Create a provider, or ask the owner of one to invite you and accept the invitation.',
      fr: 'Créez un prestataire, ou demandez au propriétaire d’un prestataire de vous inviter et acceptez l’invitation.',
    },
  },
  'ambiguous-assignment': {
    status: 409,
    retry: 'changed',
    title: { en: 'No workspace selected', fr: 'Aucun espace de travail sélectionné' },
    when: {
      en: 'You represent several providers and selected none, or no longer represent the one that this session had selected or may have shown.',
      fr: 'Vous représentez plusieurs prestataires sans en avoir sélectionné, ou ne représentez plus celui que cette session avait sélectionné ou a pu afficher.',
    },
    remedy: {
      en: 'Choose a workspace with `PUT /account/workspace`, also if only one is left, then check that the request is meant for it and repeat it.',
      fr: 'Choisissez un espace de travail avec `PUT /account/workspace`, même s’il n’en reste qu’un, vérifiez que la requête le concerne, puis renvoyez-la.',
    },
  },
  'separation-of-duties': {
    status: 409,
    retry: 'never',
    title: { en: 'Separation of duties', fr: 'Séparation des tâches' },
    when: {
      en: 'You took part in an earlier step, in the case under review or in a review of it. Or, now or within the last 12 months, you represented the provider or were its customer. Or you stand with another provider that the same person answers for.',
      fr: 'Vous êtes intervenu à une étape précédente, dans le dossier réexaminé ou dans un réexamen de celui-ci. Ou, au cours des 12 derniers mois, vous avez représenté le prestataire ou en avez été client. Ou vous êtes lié à un autre prestataire dont répond la même personne.',
    },
    remedy: {
      en: 'Hand this step over to a colleague.',
      fr: 'Confiez cette étape à une autre personne de l’équipe.',
    },
  },
} as const satisfies Record<string, ProblemKind>;
