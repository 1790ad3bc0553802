import type { ProblemKind } from './kind.ts';

/** What a judgement needs (docs/domain/reading.md, docs/domain/reviews-and-disputes.md 40). */
export const judgementProblems = {
  'document-not-read': {
    status: 409,
    retry: 'changed',
    title: { en: 'Document not read', fr: 'Document non lu' },
    when: {
      en: 'You judge a document that was not sent to you as a whole since you got the duty.',
      fr: 'Vous jugez un document qui ne vous a pas été transmis en entier depuis que vous avez reçu la tâche.',
    },
    remedy: {
      en: 'Open each document in `errors` with a review grant and read all of it. With `Retry-After`, retry the same request after that time.',
      fr: 'Ouvrez chaque document indiqué dans `errors` avec un accès d’examen et lisez-le en entier. Avec `Retry-After`, renvoyez la même requête après ce délai.',
    },
    field: 'evidenceVersionId',
    codes: {
      not_read: {
        en: 'This document was not sent to you as a whole. Read all of it. A decision can say in `notReadReason` why you did not.',
        fr: 'Ce document ne vous a pas été transmis en entier. Lisez-le en entier. Une décision peut dire pourquoi non dans `notReadReason`.',
      },
    },
  },
  'document-of-earlier-subject': {
    status: 409,
    retry: 'changed',
    title: { en: 'Document of an earlier subject', fr: 'Document d’un sujet antérieur' },
    when: {
      en: 'You confirm a name, person or premises with a document that was sent before the earlier one ended. Or you refuse it to a person who was named later.',
      fr: 'Vous confirmez une dénomination, une personne ou des locaux à partir d’un document envoyé avant la fin des précédents. Ou vous le refusez à une personne désignée plus tard.',
    },
    remedy: {
      en: 'Request a correction to get a new document. If this one shows the present name, person or premises, say why in `earlierDocumentReason`. A failed check names the person responsible when it was sent, or nobody.',
      fr: 'Demandez une correction pour obtenir un nouveau document. Si celui-ci montre la dénomination, la personne ou les locaux actuels, dites pourquoi dans `earlierDocumentReason`. Un contrôle non conforme nomme la personne responsable lors de l’envoi, ou personne.',
    },
    field: 'earlierDocumentReason',
    codes: {
      earlier_document: {
        en: 'The document was sent before the name, person or premises changed. Say here why it confirms the present one, or request a new one.',
        fr: 'Le document a été envoyé avant le changement de dénomination, de personne ou de locaux. Dites ici pourquoi il confirme les actuels, ou demandez-en un nouveau.',
      },
      named_later: {
        en: 'This person was named after the document was sent, while another one was responsible. Record the check with `subjectId` null or with the earlier person in `allowed`.',
        fr: 'Cette personne a été désignée après l’envoi du document, alors qu’une autre était responsable. Enregistrez le contrôle avec `subjectId` nul ou avec la personne antérieure indiquée dans `allowed`.',
      },
    },
  },
  'check-not-explained': {
    status: 409,
    retry: 'changed',
    title: { en: 'Check without an explanation', fr: 'Contrôle sans explication' },
    when: {
      en: 'The check has not failed, and what happened before asks for a reason of its own.',
      fr: 'Le contrôle n’est pas non conforme, et ce qui précède demande un motif particulier.',
    },
    remedy: {
      en: 'Read in the case what happened before. Repeat the check with the reason that `code` names, or record it as failed.',
      fr: 'Lisez dans le dossier ce qui précède. Renvoyez le contrôle avec le motif indiqué par `code`, ou enregistrez-le comme non conforme.',
    },
    field: 'earlierSubjectReason',
    codes: {
      submitted_elsewhere: {
        en: 'The same file was submitted for another provider too. Say in `sharedContentReason` why it confirms the claim of this one, or request another document.',
        fr: 'Le même fichier a aussi été envoyé pour un autre prestataire. Dites dans `sharedContentReason` pourquoi il confirme l’attestation de celui-ci, ou demandez un autre document.',
      },
      earlier_subject: {
        en: 'An operator ended an earlier name, or another person was checked before. Read them in `earlier` of the claim subjects, then say in `earlierSubjectReason` why the present one is confirmed.',
        fr: 'Un opérateur a mis fin à un nom antérieur, ou une autre personne a déjà été contrôlée. Lisez-les dans `earlier` des sujets du dossier, puis dites dans `earlierSubjectReason` pourquoi le nom actuel est confirmé.',
      },
    },
  },
  'content-not-read': {
    status: 409,
    retry: 'changed',
    title: { en: 'Content not read', fr: 'Contenu non lu' },
    when: {
      en: 'You decide about a text, an image or results of a visit that were not sent to you in their present version.',
      fr: 'Vous décidez d’un texte, d’une image ou d’un compte rendu de visite qui ne vous a pas été transmis dans sa version actuelle.',
    },
    remedy: {
      en: 'Read it with the route that the list of its moderations names, of an image the description and the size `large`. Results are read with their work item. A read counts within seconds: repeat the request then.',
      fr: 'Lisez-le par la route que nomme la liste de ses modérations, d’une image la description et la taille `large`. Un compte rendu se lit avec sa visite. Une lecture compte après quelques secondes : renvoyez alors la requête.',
    },
  },
  taken: {
    status: 409,
    retry: 'changed',
    title: { en: 'No longer yours to take', fr: 'Travail déjà pris' },
    when: {
      en: 'You held this work in the last 24 hours, or saw it free in the last minute, and cannot have it now.',
      fr: 'Vous aviez ce travail au cours des dernières 24 heures, ou l’avez vu libre il y a moins d’une minute, et ne pouvez pas l’avoir maintenant.',
    },
    remedy: {
      en: '`taken` says who has it and why, if you held it. Take another item, or ask whoever has it.',
      fr: '`taken` indique qui l’a et pourquoi, si vous l’aviez. Prenez un autre élément, ou adressez-vous à cette personne.',
    },
  },
  'duty-not-held': {
    status: 409,
    retry: 'changed',
    title: { en: 'Duty not held', fr: 'Tâche non attribuée' },
    when: {
      en: 'Nobody holds the duty that this request belongs to.',
      fr: 'Personne n’est chargé de la tâche dont relève cette requête.',
    },
    remedy: {
      en: 'Claim the duty with `POST /verification-cases/{caseId}/assign`, read the documents, then repeat the request.',
      fr: 'Prenez la tâche avec `POST /verification-cases/{caseId}/assign`, lisez les documents, puis renvoyez la requête.',
    },
  },
} as const satisfies Record<string, ProblemKind>;
