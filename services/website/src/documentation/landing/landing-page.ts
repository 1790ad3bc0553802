import type { Text } from '@trust/contracts/values/text';
import { type Html, html, prose } from '@trust/html/html';
import type { ContractDocument } from '@trust/openapi/contract-document';
import type { Page, Reader } from '../../page/layout.ts';

type Link = { name: string; path: string; title: Text; text: Text };

const links: readonly Link[] = [
  {
    name: 'reference',
    path: '/docs',
    title: { en: 'API reference', fr: 'Référence de l’API' },
    text: {
      en: 'Getting started, and every operation with examples.',
      fr: 'Premiers pas et toutes les opérations, avec des exemples (en anglais).',
    },
  },
  {
    name: 'events',
    path: '/events',
    title: { en: 'Events', fr: 'Événements' },
    text: {
      en: 'For developers of the services: the events that they publish, and their delivery guarantees.',
      fr: 'Pour les développeurs des services : les événements publiés et leurs garanties de livraison (en anglais).',
    },
  },
  {
    name: 'problems',
    path: '/problems',
    title: { en: 'Problems', fr: 'Problèmes' },
    text: {
      en: 'Every error: what happened and what to do.',
      fr: 'Toutes les erreurs : ce qui s’est passé et que faire.',
    },
  },
  {
    name: 'openapi',
    path: '/api/v1/openapi.json',
    title: { en: 'openapi.json', fr: 'openapi.json' },
    text: {
      en: 'The OpenAPI document, for generating clients.',
      fr: 'Le document OpenAPI, pour générer des clients.',
    },
  },
  {
    name: 'asyncapi',
    path: '/api/v1/asyncapi.json',
    title: { en: 'asyncapi.json', fr: 'asyncapi.json' },
    text: { en: 'The AsyncAPI document of the events.', fr: 'Le document AsyncAPI des événements.' },
  },
  {
    name: 'health',
    path: '/readyz',
    title: { en: 'Health', fr: 'État de santé' },
    text: {
      en: 'Readiness of the gateway and its services.',
      fr: 'Disponibilité de la passerelle et de ses services.',
    },
  },
];

const mailbox: Link = {
  name: 'mailbox',
  path: '/dev/mailbox',
  title: { en: 'Mailbox', fr: 'Boîte aux lettres' },
  text: {
    en: 'Every SMS, email and push notification that development mode does not send, including sign-in codes.',
    fr: 'Tous les SMS, e-mails et notifications que le mode développement n’envoie pas, codes de connexion compris.',
  },
};

const traces: Link = {
  name: 'traces',
  path: '/dev/traces',
  title: { en: 'Traces', fr: 'Traces' },
  text: {
    en: 'Recent requests, and where their time went in all services.',
    fr: 'Les requêtes récentes, et où leur temps est passé dans tous les services.',
  },
};

const texts = {
  title: { en: 'What was checked, and what was not', fr: 'Ce qui a été vérifié, et ce qui ne l’a pas été' },
  what: {
    en: 'An API that verifies tradespeople, carers and other providers, and shows customers exactly what was checked.',
    fr: 'Une API qui vérifie artisans, aidants et autres prestataires, et montre aux clients ce qui a été contrôlé.',
  },
  providers: {
    en: 'A **provider** registers and uploads evidence.',
    fr: 'Un **prestataire** s’inscrit et envoie ses pièces justificatives.',
  },
  operators: {
    en: '**Operators** review and recommend; others decide. Nobody does both for the same case.',
    fr: 'Des **opérateurs** examinent et recommandent, d’autres décident : jamais la même personne pour un même dossier.',
  },
  customers: {
    en: 'The public sees **claim cards**: what was checked, how, when, until when, and with which limitations.',
    fr: 'Le public voit des **fiches** : ce qui a été vérifié, comment, quand, jusqu’à quand et avec quelles limites.',
  },
  badge: {
    en: 'There is no “verified” badge. No route sets one, and no payment buys a claim.',
    fr: 'Il n’y a pas de badge « vérifié ». Aucune route n’en attribue, et aucun paiement n’achète une attestation.',
  },
  open: { en: 'Documentation', fr: 'Documentation' },
  development: { en: 'Development mode', fr: 'Mode développement' },
  signIn: {
    en: 'No message leaves this machine. Sign in as anyone with the one-time code from the mailbox, or as one of these operators at `example.test`:',
    fr: 'Aucun message ne quitte cette machine. Connectez-vous avec n’importe quelle adresse et le code à usage unique de la boîte aux lettres, ou comme l’un de ces opérateurs de `example.test` :',
  },
  howToSignIn: { en: 'How to sign in', fr: 'Comment se connecter (en anglais)' },
} satisfies Record<string, Text>;

const operators: [string, Text][] = [
  ['triage', { en: 'reads the queue and assigns cases', fr: 'consulte la file et répartit les dossiers' }],
  ['reviewer, reviewer2', { en: 'review evidence and recommend', fr: 'examinent les pièces et recommandent' }],
  ['decider, decider2, decider3', { en: 'decide cases', fr: 'décident des dossiers' }],
  ['field-agent', { en: 'visits providers', fr: 'se rend sur place' }],
  ['supervisor, supervisor2', { en: 'request and approve overrides', fr: 'demandent et approuvent des dérogations' }],
  [
    'security, security2',
    {
      en: 'approve overrides, handle incidents and take emergency actions',
      fr: 'approuvent des dérogations, traitent les incidents et prennent des mesures d’urgence',
    },
  ],
  ['auditor', { en: 'reads the audit log', fr: 'lit le journal d’audit' }],
];

export function landingPage(contract: ContractDocument, reader: Reader) {
  const { language } = reader;
  const isDevelopment = '/dev/mailbox' in contract.paths;
  const body = html`<h1>${texts.title[language]}</h1>
<p class="lead">${texts.what[language]}</p>
<ul>
<li>${boldAsterisks(texts.providers[language])}</li>
<li>${boldAsterisks(texts.operators[language])}</li>
<li>${boldAsterisks(texts.customers[language])}</li>
</ul>
<p>${texts.badge[language]}</p>
<h2>${texts.open[language]}</h2>
<dl>
${links.map((link) => entry(link, reader))}</dl>
${isDevelopment && developmentPart(reader)}`;
  const page: Page = { title: texts.title[language], reader, path: '/', body };
  const listed = isDevelopment ? [...links, mailbox, traces] : links;
  return {
    page,
    links: { title: texts.what[language], links: Object.fromEntries(listed.map(({ name, path }) => [name, path])) },
  };
}

function entry({ path, title, text }: Link, { language, query }: Reader): Html {
  const isPage = /^\/(docs|events|problems)$/.test(path);
  return html`<dt><a href="${isPage ? path + query : path}">${title[language]}</a></dt><dd>${text[language]}</dd>
`;
}

function developmentPart(reader: Reader): Html {
  const { language, query } = reader;
  return html`<h2>${texts.development[language]}</h2>
<dl>
${[mailbox, traces].map((link) => entry(link, reader))}</dl>
<p>${prose(texts.signIn[language])}</p>
<dl>
${operators.map(([names, what]) => html`<dt><code>${names}</code></dt><dd>${what[language]}</dd>\n`)}</dl>
<p><a href="${`/docs${query}#description/getting-started`}">${texts.howToSignIn[language]}</a></p>`;
}

function boldAsterisks(text: string): Html {
  return html`${text.split('**').map((piece, index) => (index % 2 === 1 ? html`<strong>${piece}</strong>` : piece))}`;
}
