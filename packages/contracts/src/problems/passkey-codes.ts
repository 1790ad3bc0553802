import type { FieldCodes } from './kind.ts';

export const passkeyCodes = {
  passkey_invalid: {
    en: 'The passkey is not registered, or its signature is wrong. Use a registered passkey.',
    fr: 'La clé d’accès n’est pas enregistrée ou sa signature est incorrecte. Utilisez une clé enregistrée.',
  },
  challenge_invalid: {
    en: 'The challenge is used, expired or of another request. Request a new one.',
    fr: 'Le défi est déjà utilisé ou expiré, ou provient d’une autre requête. Demandez-en un nouveau.',
  },
  origin_not_allowed: {
    en: 'The page that used the passkey is not one of this platform. Check its address: it may be a forgery.',
    fr: 'La page qui a utilisé la clé d’accès n’appartient pas à cette plateforme. Vérifiez son adresse : il peut s’agir d’une contrefaçon.',
  },
  rp_id_mismatch: {
    en: 'The passkey belongs to another domain. Use the `rpId` of the challenge.',
    fr: 'La clé d’accès appartient à un autre domaine. Utilisez le `rpId` du défi.',
  },
  user_not_verified: {
    en: 'The authenticator did not verify its user. Unlock it with a PIN, fingerprint or face.',
    fr: 'L’authentificateur n’a pas vérifié son utilisateur. Déverrouillez-le par code, empreinte ou visage.',
  },
  counter_not_greater: {
    en: 'The signature counter did not grow: the authenticator may have been copied. Revoke this passkey and use another.',
    fr: 'Le compteur de signatures n’a pas augmenté : l’authentificateur a peut-être été copié. Révoquez cette clé d’accès et utilisez-en une autre.',
  },
  attestation_not_allowed: {
    en: 'The attestation contains certificates. Register with the `attestation` of the challenge.',
    fr: 'L’attestation contient des certificats. Enregistrez la clé avec la valeur `attestation` du défi.',
  },
} as const satisfies FieldCodes;
