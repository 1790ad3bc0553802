import type { ProblemKind } from './kind.ts';
import { requestCodes } from './request-codes.ts';

export const requestProblems = {
  'invalid-request': {
    status: 400,
    retry: 'changed',
    title: { en: 'Invalid request', fr: 'Requête non valide' },
    when: {
      en: 'A field, parameter or header is missing, unknown or malformed.',
      fr: 'Un champ, un paramètre ou un en-tête est absent, inconnu ou mal formé.',
    },
    remedy: {
      en: '`errors` lists each one. Correct them and send the request again.',
      fr: '`errors` les énumère. Corrigez-les, puis renvoyez la requête.',
    },
    field: 'displayName',
    codes: requestCodes,
  },
  'confirmation-scope': {
    status: 400,
    retry: 'changed',
    title: { en: 'Upload does not match the case', fr: 'Téléversement sans rapport avec le dossier' },
    when: {
      en: 'The session, intent, case, requirement and service version do not belong together.',
      fr: 'La session, l’intention, le dossier, l’exigence et la version du service ne concordent pas.',
    },
    remedy: {
      en: '`errors` names the failed condition. Read the intent again and confirm its current session.',
      fr: '`errors` indique la condition non remplie. Relisez l’intention et confirmez sa session en cours.',
    },
    field: 'session',
    codes: {
      session_provider: {
        en: 'The session belongs to another provider. Confirm a session of your own provider.',
        fr: 'La session appartient à un autre prestataire. Confirmez une session de votre prestataire.',
      },
      session_creator: {
        en: 'Another person created the session. Only they can confirm it.',
        fr: 'Une autre personne a créé la session. Elle seule peut la confirmer.',
      },
      intent_session: {
        en: 'The intent has a newer session. Read the intent and confirm that session.',
        fr: 'L’intention a une session plus récente. Relisez l’intention et confirmez cette session.',
      },
      case_provider: {
        en: 'The case belongs to another provider. Create an intent for a case of your own provider.',
        fr: 'Le dossier appartient à un autre prestataire. Créez une intention pour un dossier de votre prestataire.',
      },
      case_requirement: {
        en: 'The case has no such requirement. Read the case for its requirements.',
        fr: 'Le dossier ne comporte pas cette exigence. Consultez les exigences du dossier.',
      },
      case_state: {
        en: 'The case does not accept evidence now. Read the case for its next step.',
        fr: 'Le dossier n’accepte pas de pièce actuellement. Consultez-le pour connaître la suite.',
      },
      correction_overdue: {
        en: 'The correction period of the case has ended. Open a new case for the service.',
        fr: 'Le délai de correction du dossier est écoulé. Ouvrez un nouveau dossier pour ce service.',
      },
      service_version: {
        en: 'The service was removed or selected again. Continue with its current case.',
        fr: 'Le service a été retiré ou sélectionné à nouveau. Poursuivez avec son dossier actuel.',
      },
    },
  },
  'payload-too-large': {
    status: 413,
    retry: 'changed',
    title: { en: 'Payload too large', fr: 'Contenu trop volumineux' },
    when: {
      en: 'The request body exceeds the size limit of this route.',
      fr: 'Le corps de la requête dépasse la taille maximale de cette route.',
    },
    remedy: { en: 'Send a smaller body.', fr: 'Réduisez la taille du corps.' },
  },
  'unsupported-media-type': {
    status: 415,
    retry: 'changed',
    title: { en: 'Unsupported media type', fr: 'Type de contenu non pris en charge' },
    when: {
      en: 'The route does not accept the media type, charset or compression of the body.',
      fr: 'La route n’accepte pas le type, le jeu de caractères ou la compression du corps.',
    },
    remedy: {
      en: 'Send uncompressed `application/json` in UTF-8, unless the route specifies another type.',
      fr: 'Envoyez du `application/json` en UTF-8, non compressé, sauf indication contraire de la route.',
    },
  },
  'misdirected-request': {
    status: 421,
    retry: 'changed',
    title: { en: 'Misdirected request', fr: 'Requête mal adressée' },
    when: {
      en: 'The `Host` header names a host that this platform does not serve.',
      fr: 'L’en-tête `Host` désigne un hôte que cette plateforme ne sert pas.',
    },
    remedy: {
      en: 'Use the public URL of the platform. Its operator can add host names in `EDGE_HOSTS`.',
      fr: 'Utilisez l’URL publique de la plateforme. L’exploitant peut ajouter des hôtes dans `EDGE_HOSTS`.',
    },
  },
  'method-not-allowed': {
    status: 405,
    retry: 'changed',
    title: { en: 'Method not allowed', fr: 'Méthode non autorisée' },
    when: {
      en: 'The path exists but does not support this method.',
      fr: 'Ce chemin existe, mais n’accepte pas cette méthode.',
    },
    remedy: {
      en: 'Use one of the methods in the `Allow` header.',
      fr: 'Utilisez l’une des méthodes indiquées dans l’en-tête `Allow`.',
    },
  },
  'request-timeout': {
    status: 408,
    retry: 'same',
    title: { en: 'Request timeout', fr: 'Délai de réception dépassé' },
    when: {
      en: 'The request body did not arrive in time.',
      fr: 'Le corps de la requête n’est pas arrivé dans le délai imparti.',
    },
    remedy: {
      en: 'Send the request again over a faster connection.',
      fr: 'Renvoyez la requête avec une meilleure connexion.',
    },
  },
  'rate-limited': {
    status: 429,
    retry: 'later',
    title: { en: 'Too many requests', fr: 'Trop de requêtes' },
    when: {
      en: 'A rate limit of this route is exceeded.',
      fr: 'Une limite de débit de cette route est dépassée.',
    },
    remedy: {
      en: 'Retry after the time in `Retry-After`.',
      fr: 'Réessayez après le délai indiqué dans `Retry-After`.',
    },
    codes: {
      open_intents: {
        en: 'Too many upload intents are open. Confirm or cancel some of them.',
        fr: 'Trop d’intentions de téléversement sont ouvertes. Confirmez ou annulez certaines d’entre elles.',
      },
    },
  },
} as const satisfies Record<string, ProblemKind>;
