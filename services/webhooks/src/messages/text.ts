import type { messageTemplates } from '@trust/contracts/events/identity';
import type { NotificationTemplate } from '@trust/contracts/notifications/notification-templates';
import type { Language, Text } from '@trust/contracts/values/text';
import { textsAboutCustomers } from './texts-about-customers.ts';
import { textsAboutProviders } from './texts-about-providers.ts';
import type { Values } from './values.ts';

export const channels = ['sms', 'email', 'push'] as const;
export type Channel = (typeof channels)[number];

export type CodeTemplate = 'one_time_code' | 'contact_point_code';
export type Template = CodeTemplate | (typeof messageTemplates)[number] | NotificationTemplate;

/** They contain no private evidence, no document data and no name of a person. */
const texts: Record<Template, Text> = {
  ...textsAboutCustomers,
  ...textsAboutProviders,
  one_time_code: {
    en: '{code} is your sign-in code. It is valid for five minutes. Never share it.',
    fr: '{code} est votre code de connexion. Il est valable cinq minutes. Ne le donnez à personne.',
  },
  contact_point_code: {
    en: '{code} adds this contact to an account. The code is valid for five minutes. Never share it.',
    fr: '{code} ajoute ce contact à un compte. Ce code est valable cinq minutes. Ne le donnez à personne.',
  },
  contact_point_taken: {
    en: 'Someone tried to add this contact to another account. Nothing has changed. If it was you, remove it from your account first.',
    fr: "Quelqu'un a voulu ajouter ce contact à un autre compte. Rien n'a changé. Si c'était vous, retirez-le d'abord de votre compte.",
  },
  contact_point_added: {
    en: 'Another contact was added to your account. If it was not you, sign in with this contact within 72 hours and delete the new one.',
    fr: "Un autre contact a été ajouté à votre compte. Si ce n'était pas vous, connectez-vous avec ce contact sous 72 heures et supprimez le nouveau.",
  },
  contact_point_removed: {
    en: 'A contact was removed from your account. If it was not you, sign in with this contact, end your other sessions and check your contacts.',
    fr: "Un contact a été retiré de votre compte. Si ce n'était pas vous, connectez-vous, fermez vos autres sessions et vérifiez vos contacts.",
  },
  own_contact_point_removed: {
    en: 'This contact was removed from your account and no longer signs in to it. If it was not you, sign in with another contact or tell our support.',
    fr: "Ce contact a été retiré de votre compte et n'y donne plus accès. Si ce n'était pas vous, connectez-vous avec un autre ou écrivez à l'assistance.",
  },
  invitation: {
    en: '{provider} invites you as {role}. Sign in with this contact within 7 days to accept or decline. Until then nothing changes.',
    fr: '{provider} vous invite comme {role}. Connectez-vous avec ce contact sous 7 jours pour accepter ou refuser. Rien ne change avant.',
  },
  contact_points_changed: {
    en: 'A phone number or email address was added to your account or removed from it. If it was not you, check your account and your sessions.',
    fr: 'Un numéro de téléphone ou une adresse e-mail a été ajouté à votre compte ou en a été retiré. Si ce n’était pas vous, vérifiez votre compte et vos sessions.',
  },
  roles_changed: {
    en: 'A role of an operator was granted to you or revoked. If you do not expect this, ask whoever manages roles.',
    fr: 'Un rôle vous a été attribué ou retiré. Si vous ne vous y attendez pas, adressez-vous à la personne qui gère les rôles.',
  },
  approver_made: {
    en: 'The command line gave the role {role} to an operator, who can now approve roles. The list of operators says who it is. If you do not expect this, tell your colleagues and your administrator at once.',
    fr: 'Le rôle {role} a été attribué en ligne de commande à une personne, qui peut maintenant approuver des rôles. La liste des opérateurs indique de qui il s’agit. Si vous ne vous y attendez pas, prévenez immédiatement vos collègues et votre administration.',
  },
  role_revoked: {
    en: 'An operator revoked the role {role} of another one. The list of operators says who has it. If you do not expect this, tell your colleagues and your administrator at once.',
    fr: 'Le rôle {role} a été retiré à une personne de l’équipe. La liste des opérateurs indique qui l’a encore. Si vous ne vous y attendez pas, prévenez immédiatement vos collègues et votre administration.',
  },
  sessions_revoked: {
    en: 'An operator ended your sessions with an emergency action. You cannot sign in until it ends or is lifted. Ask another operator who can lift it.',
    fr: 'Vos sessions ont été fermées par une mesure d’urgence. Vous ne pouvez pas vous connecter avant sa fin ou sa levée. Adressez-vous à une autre personne qui peut la lever.',
  },
  passkeys_changed: {
    en: 'A passkey was added to your account or removed from it, or a token to add one was issued. If you do not expect this, tell your administrator at once.',
    fr: 'Une clé d’accès a été ajoutée à votre compte ou en a été retirée, ou un jeton d’inscription a été émis. Si vous ne vous y attendez pas, prévenez immédiatement votre administration.',
  },
  case_opened: {
    en: 'A verification has started. Open your workspace to see which documents are required.',
    fr: 'Une vérification a commencé. Ouvrez votre espace de travail pour voir les documents demandés.',
  },
  case_review_opened: {
    en: 'Our team has a doubt about claims of yours and reviews them. Nothing changes until its decision. Send newer documents in your workspace, or wait: the earlier ones are then examined again. You can appeal against the decision.',
    fr: 'Notre équipe a un doute sur vos attestations et les réexamine. Rien ne change avant sa décision. Envoyez des documents plus récents depuis votre espace de travail ou attendez : les précédents seront alors réexaminés. Vous pourrez former un recours contre la décision.',
  },
  case_opened_after_end: {
    en: 'The registered name, person or premises that claims of yours are about ended, so these claims are suspended. Open your workspace to name the present one, if you have not, and to send its documents.',
    fr: 'La dénomination, la personne ou les locaux que concernent vos attestations ont pris fin : ces attestations sont suspendues. Ouvrez votre espace de travail pour désigner les actuels, si ce n’est fait, et envoyer leurs pièces.',
  },
  evidence_available: {
    en: 'A document that you uploaded is ready for review.',
    fr: 'Un document que vous avez envoyé est prêt à être examiné.',
  },
  evidence_rejected: {
    en: 'A document that you uploaded could not be accepted. Open your workspace to upload another one.',
    fr: 'Un document que vous avez envoyé n’a pas pu être accepté. Ouvrez votre espace de travail pour en envoyer un autre.',
  },
  evidence_refused: {
    en: 'A document that you uploaded arrived too late for its verification. Open your workspace to see what is required now.',
    fr: 'Un document que vous avez envoyé est arrivé trop tard pour sa vérification. Ouvrez votre espace de travail pour voir ce qui est demandé.',
  },
  evidence_lost: {
    en: 'We are sorry: we have lost a document that you uploaded. Open your workspace to upload it again.',
    fr: 'Nous avons perdu un document que vous aviez envoyé et vous prions de nous en excuser. Ouvrez votre espace de travail pour l’envoyer de nouveau.',
  },
  media_published: {
    en: 'An image was approved and is now on your public profile.',
    fr: 'Une image a été approuvée et figure désormais sur votre profil public.',
  },
  media_rejected: {
    en: 'An image was not accepted for your public profile. Open your workspace to read why.',
    fr: 'Une image n’a pas été acceptée pour votre profil public. Ouvrez votre espace de travail pour en lire le motif.',
  },
  evidence_renewal_due: {
    en: 'A document behind your verification expires soon or has expired. Open your workspace to see which one and until when it is valid.',
    fr: 'Un document à l’appui de votre vérification expire bientôt ou a expiré. Ouvrez votre espace de travail pour voir lequel et jusqu’à quand il est valable.',
  },
  case_decided: {
    en: 'A verification has been decided. Open your workspace to read the decision.',
    fr: 'Une vérification a fait l’objet d’une décision. Ouvrez votre espace de travail pour la lire.',
  },
  correction_requested: {
    en: 'Your verification needs a correction within 14 days. Open your workspace to see which documents and why.',
    fr: 'Votre vérification demande une correction sous 14 jours. Ouvrez votre espace de travail pour voir quels documents et pourquoi.',
  },
  correction_due: {
    en: 'The time to correct your verification ends soon. Open your workspace to see the date and the documents.',
    fr: 'Le délai pour corriger votre vérification se termine bientôt. Ouvrez votre espace de travail pour voir la date et les documents.',
  },
  case_expired: {
    en: 'A verification expired because its documents did not come in time. Open your workspace to see how to begin again.',
    fr: 'Une vérification a expiré, car ses pièces ne sont pas arrivées à temps. Ouvrez votre espace de travail pour savoir comment recommencer.',
  },
  case_replaced_by_review: {
    en: 'A verification that was waiting for your documents ended without a decision, because the platform reviews your claims of this service. Open your workspace to see what the review asks for.',
    fr: 'Une vérification qui attendait vos pièces a pris fin sans décision, car la plateforme réexamine vos attestations pour ce service. Ouvrez votre espace de travail pour voir ce que demande le réexamen.',
  },
  case_withdrawn: {
    en: 'A verification was withdrawn by the platform, without a decision. Your claims stay as they are. Open your workspace to see how to begin again.',
    fr: 'Une vérification a été retirée par la plateforme, sans décision. Vos attestations restent inchangées. Ouvrez votre espace de travail pour savoir comment recommencer.',
  },
  visit_scheduled: {
    en: 'A visit on site for your verification has a date. Open your workspace to see it.',
    fr: 'Une visite sur place pour votre vérification a une date. Ouvrez votre espace de travail pour la connaître.',
  },
  appeal_received: {
    en: 'Your appeal against a decision was received. Open your workspace to follow it.',
    fr: 'Votre recours contre une décision a été reçu. Ouvrez votre espace de travail pour le suivre.',
  },
  appeal_decided: {
    en: 'Your appeal was decided. Open your workspace to read the result.',
    fr: 'Votre recours a fait l’objet d’une décision. Ouvrez votre espace de travail pour la lire.',
  },
  claim_suspended: {
    en: 'A claim of yours is suspended and no longer shown as current. Open your workspace to see which one and why.',
    fr: 'Une de vos attestations est suspendue et n’est plus présentée comme valable. Ouvrez votre espace de travail pour voir laquelle et pourquoi.',
  },
  claim_restored: {
    en: 'A suspended claim of yours is current again. Open your workspace to see it.',
    fr: 'Une de vos attestations suspendues est de nouveau valable. Ouvrez votre espace de travail pour la voir.',
  },
  claim_revoked: {
    en: 'A claim of yours was revoked. Open your workspace to see which one, why, and what you can do.',
    fr: 'Une de vos attestations a été révoquée. Ouvrez votre espace de travail pour voir laquelle, pourquoi et ce que vous pouvez faire.',
  },
  claim_superseded: {
    en: 'A newer claim replaces one of yours. Open your workspace to see the new one.',
    fr: 'Une nouvelle attestation remplace l’une des vôtres. Ouvrez votre espace de travail pour voir la nouvelle.',
  },
  work_assigned: {
    en: 'Another operator assigned work to you. Open it in the operations portal.',
    fr: 'Une autre personne vous a attribué un travail. Ouvrez-le dans le portail des opérations.',
  },
  work_lost: { en: 'A case is no longer yours. Open it.', fr: 'Un dossier n’est plus le vôtre. Ouvrez-le.' },
  evidence_changed: {
    en: 'Documents of a case of yours changed. Open the case and read them before you judge it.',
    fr: 'Des pièces d’un de vos dossiers ont changé. Ouvrez le dossier et lisez-les avant de le juger.',
  },
  subject_changed: {
    en: 'The registered name, the person responsible or the premises of a case of yours changed. Open the case before you judge it: its documents may show the earlier ones.',
    fr: 'La dénomination, la personne responsable ou les locaux d’un de vos dossiers ont changé. Ouvrez le dossier avant de le juger : ses pièces montrent peut-être les précédents.',
  },
  vote_needed: {
    en: 'An override waits for votes. Open it in the operations portal and vote within 72 hours of its request.',
    fr: 'Une dérogation attend des votes. Ouvrez-la dans le portail des opérations et votez dans les 72 heures qui suivent la demande.',
  },
  incident_resolved: {
    en: 'Another operator resolved an incident that you opened. Open it to read the resolution, and object if you do not expect it.',
    fr: 'Une autre personne a résolu un incident que vous aviez ouvert. Ouvrez-le pour lire la conclusion, et contestez-la si vous ne vous y attendez pas.',
  },
  measure_ended: {
    en: 'Another operator ended what you had done or confirmed to protect people from a provider. Open it, and object if you do not expect it.',
    fr: 'Une autre personne a mis fin à une mesure que vous aviez prise ou confirmée contre un prestataire. Ouvrez-la, et contestez-la si vous ne vous y attendez pas.',
  },
  measure_rejected: {
    en: 'A review found what was done to a provider not justified. Open it, and undo it with a transition of the provider, or object to the reviewer.',
    fr: 'Un examen a jugé non justifié ce qui a été fait à un prestataire. Ouvrez la mesure, puis annulez-la par une transition du prestataire, ou contestez l’examen.',
  },
  accepted_words_refused: {
    en: 'Another operator refused public words of a provider that you had accepted. Open them, and object if you do not expect it.',
    fr: 'Une autre personne a refusé des textes publics d’un prestataire que vous aviez acceptés. Ouvrez-les, et contestez ce refus si vous ne vous y attendez pas.',
  },
  visit_returned: {
    en: 'The results of your visit were returned. Open the visit to read why.',
    fr: 'Le compte rendu de votre visite a été renvoyé. Ouvrez la visite pour en lire le motif.',
  },
  new_sign_in: {
    en: 'Someone signed in to your account on a new device. If it was not you, open your sessions and end that session.',
    fr: 'Quelqu’un s’est connecté à votre compte sur un nouvel appareil. Si ce n’était pas vous, ouvrez vos sessions et mettez fin à celle-ci.',
  },
};

export function textOf(template: Template, language: Language, values: Values = {}): string {
  return texts[template][language].replace(/\{(code|role|provider)\}/g, (_, name: keyof Values) => values[name] ?? '');
}
