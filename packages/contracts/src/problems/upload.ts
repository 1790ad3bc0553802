import type { ProblemKind } from './kind.ts';

/** What keeps an upload from being opened or confirmed. */
export const uploadProblems = {
  'consent-required': {
    status: 409,
    retry: 'changed',
    title: { en: 'Consent is required', fr: 'Un consentement est requis' },
    when: {
      en: 'You have not agreed to the current version of a policy on which uploads rest.',
      fr: 'Vous n’avez pas accepté la version actuelle d’une politique dont dépendent les téléversements.',
    },
    remedy: {
      en: '`errors` names each policy: read it and agree with `PUT /account/consents/{policyKey}`. If you have just done so, send the same request again after `Retry-After` seconds.',
      fr: '`errors` nomme chaque politique : lisez-la et acceptez-la avec `PUT /account/consents/{policyKey}`. Si vous venez de le faire, renvoyez la même requête après `Retry-After` secondes.',
    },
    field: 'evidence-processing',
    codes: {
      consent_missing: {
        en: 'Agree to this policy with `PUT /account/consents/{policyKey}`. If you have just done so, send the same request again after `Retry-After` seconds.',
        fr: 'Acceptez cette politique avec `PUT /account/consents/{policyKey}`. Si vous venez de le faire, renvoyez la même requête après `Retry-After` secondes.',
      },
    },
  },
  'upload-state': {
    status: 409,
    retry: 'changed',
    title: { en: 'The upload is not ready', fr: 'Le téléversement n’est pas prêt' },
    when: {
      en: 'The session is closed, expired or incomplete, or the bytes are not what was declared.',
      fr: 'La session est close, expirée ou incomplète, ou les octets ne correspondent pas à la déclaration.',
    },
    remedy: {
      en: 'Read the intent: send the parts that are missing, or retry it to get a new session.',
      fr: 'Relisez l’intention : envoyez les parties manquantes ou relancez-la pour obtenir une nouvelle session.',
    },
    field: 'session',
    codes: {
      session_ended: {
        en: 'The session has ended, or another took its place. Read the intent to see what came of it.',
        fr: 'La session a pris fin ou une autre l’a remplacée. Relisez l’intention pour en connaître l’issue.',
      },
      session_expired: {
        en: 'The session has expired. Retry the intent.',
        fr: 'La session a expiré. Relancez l’intention.',
      },
      over_limit: {
        en: 'The upload is over its size limit. Cancel it and send a smaller document.',
        fr: 'Le téléversement dépasse la taille permise. Annulez-le et envoyez un document plus petit.',
      },
      parts_missing: {
        en: 'Not every part has arrived. Read the intent to see which, and send the rest.',
        fr: 'Il manque des parties. Relisez l’intention pour savoir lesquelles et envoyez-les.',
      },
      size_mismatch: {
        en: 'The upload is not of the declared size. Retry it with the document that was declared.',
        fr: 'Le téléversement n’a pas la taille déclarée. Relancez-le avec le document déclaré.',
      },
      hash_mismatch: {
        en: 'The bytes are not the declared ones. Retry the upload with the document that was declared.',
        fr: 'Les octets ne sont pas ceux déclarés. Relancez le téléversement avec le document déclaré.',
      },
      refused_by_case: {
        en: 'The case did not take this document. Create a new intent that names this one in `replacesIntentId`.',
        fr: 'Le dossier n’a pas pris ce document. Créez une nouvelle intention qui désigne celle-ci dans `replacesIntentId`.',
      },
      not_refused: {
        en: 'The document of that intent was not refused by its case. Leave `replacesIntentId` out, or retry the intent.',
        fr: 'Le document de cette intention n’a pas été refusé par son dossier. Omettez `replacesIntentId` ou relancez l’intention.',
      },
      media_type_mismatch: {
        en: 'The bytes are not of the declared media type. Cancel, and declare what the document is.',
        fr: 'Les octets ne sont pas du type déclaré. Annulez et déclarez le type réel du document.',
      },
    },
  },
  'intent-contract': {
    status: 409,
    retry: 'changed',
    title: { en: 'That key names another upload', fr: 'Cette clé désigne un autre téléversement' },
    when: {
      en: 'The same `clientIntentKey` was used with a different case or document contract.',
      fr: 'La même `clientIntentKey` a servi pour un autre dossier ou un autre document.',
    },
    remedy: { en: 'Use a new key for another document.', fr: 'Utilisez une nouvelle clé pour un autre document.' },
    field: 'replacesIntentId',
    codes: {
      other_document: {
        en: 'A replacement must be the same document as the intent that it replaces. Leave `replacesIntentId` out for another one.',
        fr: 'Un remplacement doit porter sur le même document que l’intention remplacée. Omettez `replacesIntentId` pour un autre.',
      },
    },
  },
} as const satisfies Record<string, ProblemKind>;
