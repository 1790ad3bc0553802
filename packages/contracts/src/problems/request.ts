import type { ProblemKind } from './kind.ts';
import { requestCodes } from './request-codes.ts';

/** What is wrong with the request as it was sent. */
export const requestProblems = {
  'invalid-request': {
    status: 400,
    retry: 'changed',
    title: { en: 'The request is not valid', fr: 'La requête n’est pas valide' },
    when: {
      en: 'A field, parameter or header is missing, unknown or ill-formed.',
      fr: 'Un champ, un paramètre ou un en-tête manque, est inconnu ou mal formé.',
    },
    remedy: {
      en: '`errors` names each one: correct those and send it again.',
      fr: '`errors` les nomme tous : corrigez-les et renvoyez la requête.',
    },
    field: 'displayName',
    codes: requestCodes,
  },
  'confirmation-scope': {
    status: 400,
    retry: 'changed',
    title: { en: 'The upload does not belong here', fr: 'Ce téléversement n’a pas sa place ici' },
    when: {
      en: 'Session, intent, case, requirement and service version do not agree.',
      fr: 'La session, l’intention, le dossier, l’exigence et la version du service ne concordent pas.',
    },
    remedy: {
      en: '`errors` names the condition that failed: read the intent again and confirm its current session.',
      fr: '`errors` nomme la condition non remplie : relisez l’intention et confirmez sa session en cours.',
    },
    field: 'session',
    codes: {
      session_provider: {
        en: 'The session belongs to another provider. Confirm one of your own.',
        fr: 'La session appartient à un autre prestataire. Confirmez-en une des vôtres.',
      },
      session_creator: {
        en: 'A colleague created the session. They confirm it, or you retry the intent.',
        fr: 'Une autre personne a créé la session. Laissez-la confirmer ou relancez l’intention.',
      },
      intent_session: {
        en: 'The intent has another session by now. Read it and confirm that one.',
        fr: 'L’intention a désormais une autre session. Relisez-la et confirmez celle-là.',
      },
      case_provider: {
        en: 'The case belongs to another provider. Start an upload for a case of your own.',
        fr: 'Le dossier appartient à un autre prestataire. Téléversez pour un de vos dossiers.',
      },
      case_requirement: {
        en: 'The case does not ask for such a document. Read its requirements.',
        fr: 'Le dossier ne demande pas un tel document. Consultez ses exigences.',
      },
      case_state: {
        en: 'The case waits for no evidence now. Read it to see what happens next.',
        fr: 'Le dossier n’attend plus de pièce. Consultez-le pour connaître la suite.',
      },
      correction_overdue: {
        en: 'The correction window of the case has ended. Open a new case for the service.',
        fr: 'Le délai de correction du dossier est écoulé. Ouvrez un nouveau dossier pour ce service.',
      },
      service_version: {
        en: 'The service was removed, or selected anew. Go on with its present case.',
        fr: 'Le service a été retiré ou choisi à nouveau. Poursuivez avec son dossier actuel.',
      },
    },
  },
  'payload-too-large': {
    status: 413,
    retry: 'changed',
    title: { en: 'Too large', fr: 'Trop volumineux' },
    when: { en: 'The body is over the limit of this route.', fr: 'Le corps dépasse la limite de cette route.' },
    remedy: { en: 'Send less.', fr: 'Envoyez moins de données.' },
  },
  'unsupported-media-type': {
    status: 415,
    retry: 'changed',
    title: { en: 'Unsupported media type', fr: 'Type de contenu non pris en charge' },
    when: {
      en: 'The route does not accept the media type or the charset of the body, or the body is compressed.',
      fr: 'La route n’accepte pas le type ou le jeu de caractères du corps, ou le corps est compressé.',
    },
    remedy: {
      en: 'Send `application/json` in UTF-8, uncompressed, unless the route says otherwise.',
      fr: 'Envoyez du `application/json` en UTF-8, non compressé, sauf indication contraire de la route.',
    },
  },
  'misdirected-request': {
    status: 421,
    retry: 'changed',
    title: { en: 'Not a host of this platform', fr: 'Hôte étranger à la plateforme' },
    when: {
      en: 'The `Host` header names a host that this platform does not serve.',
      fr: 'L’en-tête `Host` nomme un hôte que cette plateforme ne sert pas.',
    },
    remedy: {
      en: 'Use the public address of the platform. Its operator adds further names in `EDGE_HOSTS`.',
      fr: 'Utilisez l’adresse publique de la plateforme. Son exploitant ajoute d’autres noms dans `EDGE_HOSTS`.',
    },
  },
  'method-not-allowed': {
    status: 405,
    retry: 'changed',
    title: { en: 'Not possible here', fr: 'Impossible ici' },
    when: {
      en: 'The path exists, but not with this method.',
      fr: 'Le chemin existe, mais pas avec cette méthode.',
    },
    remedy: {
      en: 'Use one of the methods that the `Allow` header names.',
      fr: 'Utilisez une des méthodes que nomme l’en-tête `Allow`.',
    },
  },
  'request-timeout': {
    status: 408,
    retry: 'same',
    title: { en: 'The request took too long to arrive', fr: 'La requête a mis trop de temps à arriver' },
    when: {
      en: 'The body did not come within the time that a request may take.',
      fr: 'Le corps n’est pas arrivé dans le temps accordé à une requête.',
    },
    remedy: {
      en: 'Send it again over a better connection.',
      fr: 'Renvoyez-la avec une meilleure connexion.',
    },
  },
  'rate-limited': {
    status: 429,
    retry: 'later',
    title: { en: 'Too many requests', fr: 'Trop de requêtes' },
    when: {
      en: 'The limit of this route is used up for now.',
      fr: 'La limite de cette route est atteinte pour le moment.',
    },
    remedy: {
      en: 'Wait as many seconds as `Retry-After` says, then try again.',
      fr: 'Attendez le nombre de secondes indiqué par `Retry-After`, puis réessayez.',
    },
    field: '',
    codes: {
      open_intents: {
        en: 'Too many uploads are open. Confirm or cancel some first.',
        fr: 'Trop de téléversements sont en cours. Confirmez-en ou annulez-en d’abord.',
      },
    },
  },
} as const satisfies Record<string, ProblemKind>;
