import type { ProblemKind } from './kind.ts';

export const uploadProblems = {
  'consent-required': {
    status: 409,
    retry: 'changed',
    title: { en: 'Consent required', fr: 'Consentement requis' },
    when: {
      en: 'You have not agreed to the current version of a policy that uploads require.',
      fr: 'Vous n’avez pas accepté la version actuelle d’une politique requise pour les téléversements.',
    },
    remedy: {
      en: '`errors` lists each policy. Read it and agree with `PUT /account/consents/{policyKey}`. If you have just agreed, retry the same request after the time in `Retry-After`.',
      fr: '`errors` indique chaque politique. Lisez-la et acceptez-la avec `PUT /account/consents/{policyKey}`. Si vous venez de l’accepter, renvoyez la même requête après le délai indiqué dans `Retry-After`.',
    },
    field: 'evidence-processing',
    codes: {
      consent_missing: {
        en: 'Agree to this policy with `PUT /account/consents/{policyKey}`. If you have just agreed, retry the same request after the time in `Retry-After`.',
        fr: 'Acceptez cette politique avec `PUT /account/consents/{policyKey}`. Si vous venez de l’accepter, renvoyez la même requête après le délai indiqué dans `Retry-After`.',
      },
    },
  },
  'upload-state': {
    status: 409,
    retry: 'changed',
    title: { en: 'Upload not ready', fr: 'Téléversement non prêt' },
    when: {
      en: 'The session is closed, expired or incomplete, or the bytes do not match the declaration.',
      fr: 'La session est close, expirée ou incomplète, ou les octets ne correspondent pas à la déclaration.',
    },
    remedy: {
      en: 'Read the intent. Send the missing parts, or retry the intent to get a new session.',
      fr: 'Relisez l’intention. Envoyez les parties manquantes ou relancez l’intention pour obtenir une nouvelle session.',
    },
    field: 'session',
    codes: {
      session_ended: {
        en: 'The session has ended or was replaced. Read the intent for its current state.',
        fr: 'La session est terminée ou a été remplacée. Relisez l’intention pour connaître son état.',
      },
      session_expired: {
        en: 'The session has expired. Retry the intent.',
        fr: 'La session a expiré. Relancez l’intention.',
      },
      over_limit: {
        en: 'The upload exceeds its size limit. Cancel it and send a smaller document.',
        fr: 'Le téléversement dépasse la taille maximale. Annulez-le et envoyez un document plus petit.',
      },
      parts_missing: {
        en: 'Some parts are missing. Read the intent to see which ones, and send them.',
        fr: 'Il manque des parties. Relisez l’intention pour savoir lesquelles et envoyez-les.',
      },
      size_mismatch: {
        en: 'The size differs from the declared size. Send every part again from the declared document, then confirm.',
        fr: 'La taille diffère de la taille déclarée. Renvoyez toutes les parties du document déclaré, puis confirmez.',
      },
      hash_mismatch: {
        en: 'The content differs from the declared hash. Send every part again from the declared document, then confirm.',
        fr: 'Le contenu ne correspond pas à l’empreinte déclarée. Renvoyez toutes les parties du document déclaré, puis confirmez.',
      },
      refused_by_case: {
        en: 'The case refused this document. Create an intent that names this one in `replacesIntentId`.',
        fr: 'Le dossier a refusé ce document. Créez une intention qui désigne celle-ci dans `replacesIntentId`.',
      },
      not_refused: {
        en: 'The case did not refuse the document of that intent. Remove `replacesIntentId`, or retry the intent.',
        fr: 'Le dossier n’a pas refusé le document de cette intention. Supprimez `replacesIntentId` ou relancez l’intention.',
      },
      media_type_mismatch: {
        en: 'The content differs from the declared media type. Cancel the upload and declare the actual type.',
        fr: 'Le contenu ne correspond pas au type déclaré. Annulez le téléversement et déclarez le type réel.',
      },
    },
  },
  'intent-contract': {
    status: 409,
    retry: 'changed',
    title: { en: 'Upload key already used', fr: 'Clé de téléversement déjà utilisée' },
    when: {
      en: 'The same `clientIntentKey` was used for another case or document.',
      fr: 'La même `clientIntentKey` a servi à un autre dossier ou à un autre document.',
    },
    remedy: { en: 'Use a new key for another document.', fr: 'Utilisez une nouvelle clé pour un autre document.' },
    field: 'replacesIntentId',
    codes: {
      other_document: {
        en: 'A replacement must have the same case, requirement and document kind as the intent that it replaces. Otherwise remove `replacesIntentId`.',
        fr: 'Un remplacement doit porter sur le même dossier, la même exigence et le même type de document que l’intention remplacée. Sinon, supprimez `replacesIntentId`.',
      },
    },
  },
} as const satisfies Record<string, ProblemKind>;
