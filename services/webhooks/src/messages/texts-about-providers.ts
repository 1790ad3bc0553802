import type { NotificationTemplate } from '@trust/contracts/notifications/notification-templates';
import type { Text } from '@trust/contracts/values/text';

/** What a representative learns of the record of the provider. */
export const textsAboutProviders = {
  display_name_accepted: {
    en: 'An operator accepted the public words of the provider that you represent. The public reads them while the provider is published.',
    fr: 'Un opérateur a accepté les textes publics du prestataire que vous représentez. Le public les lit tant que le prestataire est publié.',
  },
  display_name_refused: {
    en: 'What you wrote about the provider that you represent, its name, summary, website or address, was not accepted. Open your workspace to read why and to change it. What was public stays so.',
    fr: 'Ce que vous avez écrit sur le prestataire que vous représentez, son nom, son résumé, son site web ou son adresse, n’a pas été accepté. Ouvrez votre espace de travail pour en lire le motif et le modifier. Ce qui était déjà public le reste.',
  },
  public_words_refused: {
    en: 'Operators refused public words of your provider that they had accepted before. The words are no longer shown. If its name was refused too, the provider is not shown either. Open your workspace to read why and to send other words. Once a name is accepted, an owner can publish the provider again.',
    fr: 'Ce que le prestataire que vous représentez affichait en public a été refusé et n’est plus affiché. Si cela concerne son nom, le prestataire n’est plus affiché. Ouvrez votre espace de travail pour en lire le motif et envoyer d’autres textes. Dès qu’un nom est accepté, un propriétaire peut publier de nouveau le prestataire.',
  },
  representative_joined: {
    en: 'Somebody became owner or manager of a provider that you own. Open your workspace to see whom it has now. If you do not expect this, ask the other owners, and end that representation.',
    fr: 'Une personne est devenue propriétaire ou gestionnaire d’un prestataire dont vous êtes propriétaire. Ouvrez votre espace de travail pour voir qui le représente. Si vous ne vous y attendez pas, interrogez les autres propriétaires et mettez fin à cette représentation.',
  },
  representation_ended: {
    en: 'An owner of a provider ended your representation of it. Your account and other providers stay as they are. If you do not expect this, ask the owner.',
    fr: 'Un propriétaire a mis fin à votre représentation d’un prestataire. Votre compte et vos autres prestataires ne changent pas. Si vous ne vous y attendez pas, interrogez ce propriétaire.',
  },
  provider_closed: {
    en: 'A provider that you represented was closed for good, and nobody represents it any more. Your account stays as it is. If you do not expect this, check your sessions, and ask the other representatives.',
    fr: 'Un prestataire que vous représentiez a été fermé définitivement : plus personne ne le représente. Votre compte ne change pas. Si vous ne vous y attendez pas, vérifiez vos sessions et interrogez les autres représentants.',
  },
  responsible_person_named: {
    en: 'A provider that you represent named you as the person responsible. Open your workspace to read the name, and accept or decline within 7 days. If you accept, you answer for the provider: claims are about you, and what operators refused of your documents counts here too. Until then nothing changes, and nobody is told that you declined.',
    fr: 'Un prestataire que vous représentez vous a désigné comme personne responsable. Ouvrez votre espace de travail pour lire le nom, puis acceptez ou refusez sous 7 jours. Si vous acceptez, vous répondez du prestataire : les attestations portent sur vous, et ce que les opérateurs ont refusé de vos pièces compte ici aussi. D’ici là, rien ne change, et personne n’apprend votre refus.',
  },
  premises_changed: {
    en: 'A colleague or an operator changed or removed the public premises of the provider. Open your workspace to look. If that is wrong, enter them again.',
    fr: 'Un collègue ou un opérateur a modifié ou retiré les locaux publics du prestataire. Ouvrez votre espace de travail pour vérifier. En cas d’erreur, indiquez-les de nouveau.',
  },
  premises_still_shown: {
    en: 'You took back your consent to public premises. They are still shown, because a colleague agreed to the same ones. An owner of the provider can remove them.',
    fr: 'Vous avez retiré votre accord pour des locaux publics. Ils restent visibles, car un collègue a donné son accord pour les mêmes. Un propriétaire du prestataire peut les retirer.',
  },
  private_base_changed: {
    en: 'Somebody else who represents the provider replaced or removed the private base that you entered. If you do not expect this, ask them.',
    fr: 'Une autre personne qui représente le prestataire a remplacé ou supprimé l’adresse privée que vous aviez saisie. Si vous ne vous y attendez pas, interrogez-la.',
  },
  service_area_changed: {
    en: 'Somebody else who represents the provider replaced or removed its service area. You entered the private base. If you do not expect this, ask them, and enter your area again.',
    fr: 'Une autre personne qui représente le prestataire a remplacé ou supprimé sa zone d’intervention. Vous aviez saisi l’adresse privée. Si vous ne vous y attendez pas, interrogez-la et saisissez de nouveau votre zone.',
  },
  provider_suspended: {
    en: 'Operators have suspended the provider that you represent. It is not shown in public. Open your workspace to read why.',
    fr: 'Les opérateurs ont suspendu le prestataire que vous représentez. Il n’est plus visible du public. Ouvrez votre espace de travail pour en lire le motif.',
  },
  provider_reinstated: {
    en: 'The suspension of the provider that you represent has ended.',
    fr: 'La suspension du prestataire que vous représentez est levée.',
  },
  provider_withheld: {
    en: 'Operators have hidden the provider that you represent from the public. Open your workspace to read why.',
    fr: 'Les opérateurs ont masqué au public le prestataire que vous représentez. Ouvrez votre espace de travail pour en lire le motif.',
  },
  provider_released: {
    en: 'The provider that you represent is shown in public again.',
    fr: 'Le prestataire que vous représentez est de nouveau visible du public.',
  },
  service_removed: {
    en: 'Operators have removed a service of the provider that you represent. It is not shown in public, nor are its claims. Open your workspace to read which one and why.',
    fr: 'Les opérateurs ont retiré un service du prestataire que vous représentez. Ni ce service ni ses attestations ne sont plus visibles du public. Ouvrez votre espace de travail pour savoir lequel et pour quel motif.',
  },
  service_added: {
    en: 'Operators have added a service to the provider that you represent. Open your workspace to see your services; remove it if you do not offer it.',
    fr: 'Les opérateurs ont ajouté un service au prestataire que vous représentez. Ouvrez votre espace de travail pour voir vos services ; supprimez-le si vous ne le proposez pas.',
  },
  service_hidden: {
    en: 'The public does not see every service of the provider that you represent, because a claim is missing. Open your workspace to read which one, and what shows the service again.',
    fr: 'Le public ne voit pas tous les services du prestataire que vous représentez, car une attestation manque. Ouvrez votre espace de travail pour savoir laquelle, et ce qui rend le service de nouveau visible.',
  },
  service_shown: {
    en: 'No missing claim hides that service of the provider that you represent any more. Open your workspace to see your services.',
    fr: 'Aucune attestation manquante ne masque plus ce service du prestataire que vous représentez. Ouvrez votre espace de travail pour voir vos services.',
  },
} satisfies Partial<Record<NotificationTemplate, Text>>;
