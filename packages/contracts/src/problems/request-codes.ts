import type { FieldCodes } from './kind.ts';

export const requestCodes = {
  required: {
    en: 'This field is required.',
    fr: 'Ce champ est obligatoire.',
  },
  unknown_field: {
    en: 'Unknown field. Check the spelling or remove it.',
    fr: 'Champ inconnu. Vérifiez l’orthographe ou supprimez-le.',
  },
  invalid_type: {
    en: 'Wrong type. Send the type given in the API reference.',
    fr: 'Type incorrect. Envoyez le type indiqué dans la référence de l’API.',
  },
  invalid_value: {
    en: 'Value not allowed. Use one of the values in the API reference.',
    fr: 'Valeur non autorisée. Utilisez une valeur indiquée dans la référence de l’API.',
  },
  invalid_format: {
    en: 'Wrong format. Use the format given in the API reference.',
    fr: 'Format incorrect. Utilisez le format indiqué dans la référence de l’API.',
  },
  too_small: {
    en: 'Too small or too short. See the minimum in the API reference.',
    fr: 'Valeur trop petite ou trop courte. Consultez le minimum dans la référence de l’API.',
  },
  too_big: {
    en: 'Too large or too long. See the maximum in the API reference.',
    fr: 'Valeur trop grande ou trop longue. Consultez le maximum dans la référence de l’API.',
  },
  not_multiple_of: {
    en: 'Not a multiple of the allowed step. Round the number.',
    fr: 'Le nombre n’est pas un multiple du pas autorisé. Arrondissez-le.',
  },
  invalid_key: {
    en: 'A key of this object has the wrong format. Rename it.',
    fr: 'Une clé de cet objet n’a pas le bon format. Renommez-la.',
  },
  invalid_element: {
    en: 'An element of this collection is invalid. Correct it.',
    fr: 'Un élément de cette collection n’est pas valide. Corrigez-le.',
  },
  invalid_characters: {
    en: 'Contains a character that is not allowed: a control character, an unpaired surrogate, a text-direction mark, or a line break in a single-line field. Remove it.',
    fr: 'Contient un caractère non autorisé : caractère de contrôle, demi-codet isolé, marque de direction du texte ou saut de ligne dans un champ d’une seule ligne. Supprimez-le.',
  },
  country_not_served: {
    en: 'SMS does not reach numbers of that country. `GET /auth/channels` lists the countries.',
    fr: 'Les SMS n’atteignent pas les numéros de ce pays. `GET /auth/channels` liste les pays.',
  },
  words_required: {
    en: 'A reason needs at least two words of two letters or more. Say in words why you do it: others read it in the audit log.',
    fr: 'Un motif comporte au moins deux mots de deux lettres ou plus. Dites en mots pourquoi vous le faites : d’autres le lisent dans le journal d’audit.',
  },
  symbol_not_allowed: {
    en: 'Contains a character that is not allowed here, such as a check mark, a star or, in a name, an emoji or an invisible character. Names have letters, digits, spaces and the punctuation of names.',
    fr: 'Contient un caractère interdit ici, comme une coche, une étoile ou, dans un nom, un émoji ou un caractère invisible. Un nom comporte des lettres, des chiffres, des espaces et la ponctuation des noms.',
  },
  mixed_scripts: {
    en: 'A word mixes letters of different scripts, which look alike. Write each word in one script.',
    fr: 'Un mot mêle des lettres de plusieurs écritures, qui se ressemblent. Écrivez chaque mot dans une seule écriture.',
  },
  reserved_word: {
    en: 'Contains a word that claims a check or an authority, such as “verified” or “official”. Leave it out.',
    fr: 'Contient un mot qui revendique un contrôle ou une autorité, comme « vérifié » ou « officiel ». Retirez-le.',
  },
  too_deep: {
    en: 'Nesting exceeds 16 levels. Flatten the body.',
    fr: 'L’imbrication dépasse 16 niveaux. Simplifiez la structure.',
  },
  malformed: {
    en: 'Cannot be parsed. Send valid JSON in UTF-8, and percent-encode the path.',
    fr: 'Contenu illisible. Envoyez du JSON valide en UTF-8 et encodez le chemin.',
  },
  unexpected_body: {
    en: 'This route takes no body. Send none: its input is the path, the query and the headers.',
    fr: 'Cette route n’accepte pas de corps. N’en envoyez pas : ses données sont le chemin, la requête et les en-têtes.',
  },
  doubled_key: {
    en: 'Duplicate key in an object. Send each key once.',
    fr: 'Clé en double dans un objet. N’envoyez chaque clé qu’une fois.',
  },
  if_match_required: {
    en: 'The `If-Match` header is required, with the one `ETag` of the resource that you have read. `*` is not enough.',
    fr: 'L’en-tête `If-Match` est obligatoire, avec le seul `ETag` de la ressource que vous avez lue. `*` ne suffit pas.',
  },
  idempotency_key_required: {
    en: 'The `Idempotency-Key` header is required. Send a new value, such as a UUID, for each new request.',
    fr: 'L’en-tête `Idempotency-Key` est obligatoire. Envoyez une nouvelle valeur, par exemple un UUID, pour chaque nouvelle requête.',
  },
  cursor_invalid: {
    en: 'Invalid cursor for this list. Start again without a cursor.',
    fr: 'Curseur non valide pour cette liste. Recommencez sans curseur.',
  },
  private_data: {
    en: 'Contains an e-mail address, a link, a telephone number or coordinates. Remove them.',
    fr: 'Contient une adresse électronique, un lien, un numéro de téléphone ou des coordonnées. Supprimez-les.',
  },
  must_be_future: {
    en: 'Must be in the future.',
    fr: 'La date doit être future.',
  },
  must_not_be_future: {
    en: 'Must not be in the future.',
    fr: 'La date ne doit pas être future.',
  },
  not_current: {
    en: 'A newer version is in force. Read it and send its version.',
    fr: 'Une version plus récente est en vigueur. Lisez-la et envoyez sa version.',
  },
  not_signed: {
    en: 'Only current cards are signed. Remove `asOf`, or send `Accept: application/json`.',
    fr: 'Seules les fiches actuelles sont signées. Supprimez `asOf` ou envoyez `Accept: application/json`.',
  },
  not_asked: {
    en: 'The case has no such requirement. Use a requirement of the case.',
    fr: 'Le dossier ne comporte pas cette exigence. Utilisez une exigence du dossier.',
  },
  not_accepted: {
    en: 'The requirement does not accept this. Use one of its `documentKinds` and `mediaTypes`.',
    fr: 'L’exigence n’accepte pas cette valeur. Utilisez l’une de ses valeurs `documentKinds` et `mediaTypes`.',
  },
  method_not_allowed: {
    en: 'The requirement does not allow this method. Use one of its `claim.methods`.',
    fr: 'L’exigence n’autorise pas cette méthode. Utilisez l’une de ses `claim.methods`.',
  },
  nothing_fixable: {
    en: 'Every marked requirement has a final reason, so there is nothing to correct. Record failed checks and recommend an outcome.',
    fr: 'Chaque exigence marquée a un motif définitif : il n’y a rien à corriger. Enregistrez des contrôles qui échouent et recommandez une issue.',
  },
  already_final: {
    en: 'This requirement is already marked with a final reason. Leave it out.',
    fr: 'Cette exigence est déjà marquée d’un motif définitif. Retirez-la.',
  },
  field_visit_not_allowed: {
    en: 'The requirement does not allow a field visit. Check it by one of its `claim.methods`.',
    fr: 'L’exigence n’autorise pas de visite sur place. Contrôlez-la par l’une de ses `claim.methods`.',
  },
  unknown_requirement: {
    en: 'The case has no requirement with this key. Read the case for its keys.',
    fr: 'Le dossier n’a pas d’exigence avec cette clé. Consultez le dossier pour connaître ses clés.',
  },
  unknown_plan: {
    en: 'No plan with this key is offered. Use a `key` of `GET /public/plans`.',
    fr: 'Aucune formule proposée n’a cette clé. Utilisez une `key` de `GET /public/plans`.',
  },
  unknown_claim_type: {
    en: 'No requirement that is judged here supports this claim type. Read the case for its claim types, of an appeal its `claimTypes`.',
    fr: 'Aucune exigence examinée ici ne correspond à ce type d’attestation. Consultez les types admis du dossier ou, pour un recours, ses `claimTypes`.',
  },
  contact_not_verified: {
    en: 'This contact is not a verified contact point of your account. Use one of `GET /account/profile`, or add and verify this one; a contact verified a moment ago may need a second.',
    fr: 'Ces coordonnées ne sont pas un moyen de contact vérifié de votre compte. Utilisez-en un de `GET /account/profile`, ou ajoutez et vérifiez celui-ci ; après une vérification, patientez une seconde.',
  },
  contact_not_allowed: {
    en: 'Everybody can read this text. Remove e-mail addresses, telephone numbers, links and handles.',
    fr: 'Tout le monde peut lire ce texte. Supprimez les adresses e-mail, les numéros de téléphone, les liens et les pseudonymes.',
  },
  duplicate: {
    en: 'Duplicate entry. Send it once.',
    fr: 'Élément en double. Ne l’envoyez qu’une fois.',
  },
  not_allowed: {
    en: 'Not allowed in combination with the other fields. Remove it.',
    fr: 'Non autorisé en combinaison avec les autres champs. Supprimez-le.',
  },
  claim_missing: {
    en: 'Grant or refuse each claim type whose requirement has a document. `allowed` lists the missing ones.',
    fr: 'Accordez ou refusez chaque type d’attestation dont l’exigence a une pièce. `allowed` indique ceux qui manquent.',
  },
  beyond_policy: {
    en: 'Later than the requirement version allows. `allowed` has the latest time. Send that or an earlier one, or leave it out.',
    fr: 'Au-delà de ce que permet la version de l’exigence. `allowed` indique la dernière date possible. Envoyez celle-ci ou une date antérieure, ou omettez le champ.',
  },
  limitation_required: {
    en: 'This outcome requires a limitation beyond those of the claim type, in the recommendation or in the check of a granted claim. Choose `verified`, or send the case back to its reviewer with a correction request.',
    fr: 'Cette issue exige une limite autre que celles du type d’attestation, dans la recommandation ou dans le contrôle d’une attestation accordée. Choisissez `verified`, ou renvoyez le dossier à son examinateur par une demande de correction.',
  },
  limitation_not_recommended: {
    en: 'Neither the recommendation nor the check nor the claim type has this limitation, word for word. Leave it out, or send the case back to its reviewer, who recommends it: request a correction; withdrawn again, it leaves the case in review.',
    fr: 'Ni la recommandation, ni le contrôle, ni le type d’attestation ne contient cette limite, mot pour mot. Omettez-la ou renvoyez le dossier à son examinateur, qui la recommandera : demandez une correction ; si vous la retirez ensuite, le dossier reste en examen.',
  },
  reasons_missing: {
    en: 'Several claims are refused for several reasons. Name for each claim its own reasons, of those of the decision.',
    fr: 'Plusieurs attestations sont refusées pour plusieurs motifs. Indiquez pour chacune ses motifs, parmi ceux de la décision.',
  },
  reason_not_of_decision: {
    en: 'The decision does not give this reason. Add it to `reasonCodes` of the decision, or leave it out here.',
    fr: 'La décision ne donne pas ce motif. Ajoutez-le à `reasonCodes` de la décision ou retirez-le ici.',
  },
  grant_required: {
    en: 'This outcome requires at least one granted claim. Grant one or choose another outcome.',
    fr: 'Cette issue exige au moins une attestation accordée. Accordez-en une ou choisissez une autre issue.',
  },
  grant_not_allowed: {
    en: 'This outcome allows no granted claim. Refuse all claims or choose another outcome.',
    fr: 'Cette issue n’admet aucune attestation accordée. Refusez-les toutes ou choisissez une autre issue.',
  },
  check_not_clear: {
    en: 'Not every check is `clear`. Leave this reason out, or choose the reasons that apply.',
    fr: 'Tous les contrôles ne sont pas `clear`. Retirez ce motif ou choisissez ceux qui s’appliquent.',
  },
  contradicts_outcome: {
    en: 'This reason contradicts the outcome and its claims. Leave it out, or judge otherwise.',
    fr: 'Ce motif contredit l’issue et ses attestations. Retirez-le ou jugez autrement.',
  },
  not_closed: {
    en: 'A ring of the polygon is not closed. Its last position must equal its first.',
    fr: 'Un anneau du polygone n’est pas fermé. Sa dernière position doit être égale à la première.',
  },
  too_many_vertices: {
    en: 'The polygon has more than 500 positions. Simplify it.',
    fr: 'Le polygone compte plus de 500 positions. Simplifiez-le.',
  },
  antimeridian: {
    en: 'The polygon crosses the antimeridian (±180°). Keep it on one side.',
    fr: 'Le polygone traverse l’antiméridien (±180°). Tracez-le d’un seul côté.',
  },
  self_crossing: {
    en: 'The polygon crosses itself. Order its positions along the outline.',
    fr: 'Le polygone se recoupe. Ordonnez ses positions le long du contour.',
  },
  area_too_large: {
    en: 'The area exceeds 100,000 km². Draw a smaller one.',
    fr: 'La superficie dépasse 100 000 km². Tracez une zone plus petite.',
  },
  area_too_small: {
    en: 'The area is below 1 m². Draw a larger one.',
    fr: 'La superficie est inférieure à 1 m². Tracez une zone plus grande.',
  },
  invalid_polygon: {
    en: 'Invalid polygon: for example, a hole lies outside the outline. Correct its rings.',
    fr: 'Polygone non valide : un trou se trouve par exemple hors du contour. Corrigez ses anneaux.',
  },
} as const satisfies FieldCodes;
