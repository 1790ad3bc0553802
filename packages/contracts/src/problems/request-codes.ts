import type { FieldCodes } from './kind.ts';

/** What can be wrong with one field, parameter or header of a request. */
export const requestCodes = {
  required: {
    en: 'This has to be there and is not. Add it.',
    fr: 'Cet élément est obligatoire et manque. Ajoutez-le.',
  },
  unknown_field: {
    en: 'Nothing of this name is known here. Check the spelling, or leave it out.',
    fr: 'Rien de ce nom n’est connu ici. Vérifiez l’orthographe ou omettez-le.',
  },
  invalid_type: {
    en: 'This is of another type than wanted, a text for a number, say. Send the type that the reference gives.',
    fr: 'Le type n’est pas celui attendu, par exemple un texte pour un nombre. Envoyez le type qu’indique la référence.',
  },
  invalid_value: {
    en: 'This is none of the values that are allowed. Take one that the reference lists.',
    fr: 'Cette valeur n’est pas permise. Choisissez-en une que la référence énumère.',
  },
  invalid_format: {
    en: 'This does not have the form wanted. Compare it with the reference.',
    fr: 'La forme n’est pas celle attendue. Comparez avec la référence.',
  },
  too_small: {
    en: 'This is too small, too short or too few. Look up the least that is allowed.',
    fr: 'La valeur est trop petite, trop courte ou insuffisante. Consultez le minimum permis.',
  },
  too_big: {
    en: 'This is too large, too long or too many. Look up the most that is allowed.',
    fr: 'La valeur est trop grande, trop longue ou trop nombreuse. Consultez le maximum permis.',
  },
  not_multiple_of: {
    en: 'This number lies between the steps that are allowed. Round it.',
    fr: 'Ce nombre se trouve entre deux pas permis. Arrondissez-le.',
  },
  invalid_key: {
    en: 'A key of this object does not have the form wanted. Rename it.',
    fr: 'Une clé de cet objet n’a pas la forme attendue. Renommez-la.',
  },
  invalid_element: {
    en: 'An element of this collection is not valid. Correct it.',
    fr: 'Un élément de cette collection n’est pas valide. Corrigez-le.',
  },
  invalid_characters: {
    en: 'This holds a control character, half a character, a mark that changes the direction of writing, or a line break where there is one line. Remove it.',
    fr: 'Le texte contient un caractère de contrôle ou incomplet, une marque qui change le sens d’écriture, ou un retour à la ligne là où il n’y a qu’une ligne. Supprimez-le.',
  },
  too_deep: {
    en: 'This is nested over 16 levels deep. Send less depth.',
    fr: 'L’imbrication dépasse 16 niveaux. Réduisez-la.',
  },
  malformed: {
    en: 'This cannot be read at all. Send valid JSON in UTF-8, and an encoded path.',
    fr: 'Le contenu est illisible. Envoyez du JSON valide en UTF-8 et un chemin encodé.',
  },
  doubled_key: {
    en: 'An object of the body has the same key twice. Send each once.',
    fr: 'Un objet du corps contient deux fois la même clé. N’envoyez chacune qu’une fois.',
  },
  idempotency_key_required: {
    en: 'Send an `Idempotency-Key` header: any text that is new for each new request.',
    fr: 'Envoyez un en-tête `Idempotency-Key` : un texte quelconque, nouveau pour chaque nouvelle requête.',
  },
  cursor_invalid: {
    en: 'The cursor does not belong to this list. Start again without it.',
    fr: 'Ce curseur n’appartient pas à cette liste. Recommencez sans lui.',
  },
  must_be_future: {
    en: 'This time has passed. Give a later one.',
    fr: 'Ce moment est passé. Indiquez-en un plus tardif.',
  },
  must_not_be_future: {
    en: 'This time is yet to come. Give today or an earlier one.',
    fr: 'Ce moment n’est pas encore venu. Indiquez aujourd’hui ou une date antérieure.',
  },
  not_current: {
    en: 'Another version is in force. Read that one and send it.',
    fr: 'Une autre version est en vigueur. Prenez-en connaissance et envoyez celle-là.',
  },
  not_signed: {
    en: 'Only what the cards say now is signed. Leave out `asOf`, or ask for `application/json`.',
    fr: 'Seul le contenu actuel des fiches est signé. Omettez `asOf` ou demandez `application/json`.',
  },
  not_asked: {
    en: 'The case does not ask for this. Send what its requirements name.',
    fr: 'Le dossier ne demande pas cela. Envoyez ce que ses exigences désignent.',
  },
  not_accepted: {
    en: 'The requirement does not accept this. Read `documentKinds` and `mediaTypes` of the requirement, and send one of those.',
    fr: 'L’exigence n’accepte pas cela. Lisez `documentKinds` et `mediaTypes` de l’exigence et envoyez l’une de ces valeurs.',
  },
  method_not_allowed: {
    en: 'The requirement does not allow this method. Use one of `claim.methods` of the requirement.',
    fr: 'L’exigence ne permet pas cette méthode. Employez l’une de celles de `claim.methods`.',
  },
  unknown_requirement: {
    en: 'The case has no such requirement. Read the case for its keys.',
    fr: 'Le dossier n’a pas cette exigence. Consultez-le pour connaître ses clés.',
  },
  unknown_claim_type: {
    en: 'No requirement of the case supports such a claim. Read the case for their types.',
    fr: 'Aucune exigence du dossier ne permet cette attestation. Consultez-le pour connaître leurs types.',
  },
  duplicate: {
    en: 'This is named twice. Name it once.',
    fr: 'Cet élément figure deux fois. Nommez-le une seule fois.',
  },
  not_allowed: {
    en: 'This does not go with the rest of the request. Leave it out.',
    fr: 'Cet élément ne va pas avec le reste de la requête. Omettez-le.',
  },
  grant_required: {
    en: 'This outcome needs a claim that is granted. Grant one, or choose another outcome.',
    fr: 'Cette issue exige une attestation accordée. Accordez-en une ou choisissez une autre issue.',
  },
  grant_not_allowed: {
    en: 'This outcome grants no claim. Refuse them all, or choose another outcome.',
    fr: 'Cette issue n’accorde aucune attestation. Refusez-les toutes ou choisissez une autre issue.',
  },
  not_closed: {
    en: 'A ring of the polygon does not end where it began. Repeat its first position at its end.',
    fr: 'Un anneau du polygone ne finit pas où il commence. Répétez sa première position à la fin.',
  },
  too_many_vertices: {
    en: 'The polygon has over 500 positions. Simplify it.',
    fr: 'Le polygone compte plus de 500 positions. Simplifiez-le.',
  },
  antimeridian: {
    en: 'The polygon crosses the antimeridian (±180°). Draw it on one side.',
    fr: 'Le polygone traverse l’antiméridien (±180°). Tracez-le d’un seul côté.',
  },
  self_crossing: {
    en: 'The polygon crosses itself. Order its positions along the outline.',
    fr: 'Le polygone se recoupe. Ordonnez ses positions le long du contour.',
  },
  area_too_large: {
    en: 'The area is over 100 000 km². Draw a smaller one.',
    fr: 'La zone dépasse 100 000 km². Tracez-en une plus petite.',
  },
  area_too_small: {
    en: 'The area is under 1 m². Draw a larger one.',
    fr: 'La zone est inférieure à 1 m². Tracez-en une plus grande.',
  },
  invalid_polygon: {
    en: 'This is no valid polygon: a hole lies outside, say. Correct its rings.',
    fr: 'Ce polygone n’est pas valide : un trou se trouve à l’extérieur, par exemple. Corrigez ses anneaux.',
  },
} as const satisfies FieldCodes;
