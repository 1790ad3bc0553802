import type { Text } from '@trust/contracts/text';
import type { ContractDocument } from '@trust/openapi/contract-document';
import { type Html, html, prose } from '../html.ts';
import type { Page, Reader } from '../layout.ts';

type Link = { name: string; path: string; title: Text; text: Text };

const links: readonly Link[] = [
  {
    name: 'reference',
    path: '/docs',
    title: { en: 'API reference', fr: 'Référence de l’API' },
    text: {
      en: 'How to begin, and every operation with examples to copy.',
      fr: 'Par où commencer, et chaque opération avec des exemples à copier (en anglais).',
    },
  },
  {
    name: 'events',
    path: '/events',
    title: { en: 'Events', fr: 'Événements' },
    text: {
      en: 'What the services tell one another, and what is guaranteed.',
      fr: 'Ce que les services se disent, et ce qui est garanti (en anglais).',
    },
  },
  {
    name: 'problems',
    path: '/problems',
    title: { en: 'Problems', fr: 'Problèmes' },
    text: {
      en: 'Every error there is: when it occurs, and what to do.',
      fr: 'Toutes les erreurs possibles : quand elles surviennent, et que faire.',
    },
  },
  {
    name: 'openapi',
    path: '/api/v1/openapi.json',
    title: { en: 'openapi.json', fr: 'openapi.json' },
    text: {
      en: 'The contract of the API, from which clients are made.',
      fr: 'Le contrat de l’API, à partir duquel se génèrent les clients.',
    },
  },
  {
    name: 'asyncapi',
    path: '/api/v1/asyncapi.json',
    title: { en: 'asyncapi.json', fr: 'asyncapi.json' },
    text: { en: 'The contract of the events.', fr: 'Le contrat des événements.' },
  },
  {
    name: 'health',
    path: '/readyz',
    title: { en: 'Health', fr: 'État de santé' },
    text: { en: 'Whether everything is up.', fr: 'Si tout fonctionne.' },
  },
];

const mailbox: Link = {
  name: 'mailbox',
  path: '/dev/mailbox?to=triage@example.test',
  title: { en: 'Mailbox', fr: 'Boîte aux lettres' },
  text: {
    en: 'Every SMS, e-mail and push that would have gone out, the codes to sign in included.',
    fr: 'Tous les SMS, e-mails et notifications qui seraient partis, codes de connexion compris.',
  },
};

const texts = {
  title: { en: 'What was checked, and what was not', fr: 'Ce qui a été vérifié, et ce qui ne l’a pas été' },
  what: {
    en: 'The backend on which tradespeople, carers and other providers get verified, and customers see what that means.',
    fr: 'Le service sur lequel artisans, aidants et autres prestataires se font vérifier, et où les clients voient ce que cela signifie.',
  },
  providers: {
    en: 'A **provider** applies from an app and uploads evidence.',
    fr: 'Un **prestataire** s’inscrit depuis une application et dépose ses justificatifs.',
  },
  operators: {
    en: '**Operators** review, recommend and decide, never the same person twice.',
    fr: 'Des **opérateurs** examinent, recommandent et décident, jamais deux fois la même personne.',
  },
  customers: {
    en: 'The public sees **claim cards** that say what was checked, how, when, until when and with which limitations.',
    fr: 'Le public voit des **fiches** qui disent ce qui a été vérifié, comment, quand, jusqu’à quand et avec quelles limites.',
  },
  badge: {
    en: 'There is no “verified” badge: no route sets one, and payment cannot buy a claim.',
    fr: 'Il n’y a pas de badge « vérifié » : aucune route n’en pose, et aucun paiement n’achète une mention.',
  },
  open: { en: 'Open', fr: 'À consulter' },
  development: { en: 'Development mode', fr: 'Mode développement' },
  operatorsThere: {
    en: 'No message leaves this machine. Sign in with a one-time code from the mailbox, as anybody, or as one of the operators at `example.test`:',
    fr: 'Aucun message ne quitte cette machine. Connectez-vous avec un code à usage unique lu dans la boîte aux lettres, sous n’importe quelle identité ou comme l’un des opérateurs de `example.test` :',
  },
  howTo: { en: 'How to sign in, request by request', fr: 'Se connecter, requête par requête' },
} satisfies Record<string, Text>;

const operators: [string, Text][] = [
  ['triage', { en: 'sees and assigns the queue', fr: 'voit et répartit la file' }],
  ['reviewer, reviewer2', { en: 'look at evidence, check, recommend', fr: 'examinent, contrôlent, recommandent' }],
  ['decider, decider2', { en: 'decide', fr: 'décident' }],
  ['field-agent', { en: 'visits', fr: 'se rend sur place' }],
  ['supervisor, supervisor2', { en: 'request and approve overrides', fr: 'demandent et approuvent des dérogations' }],
  ['security', { en: 'approves overrides, emergency actions', fr: 'approuve des dérogations, agit en urgence' }],
  ['auditor', { en: 'reads the audit log', fr: 'lit le journal d’audit' }],
];

/** What the platform is and where to go, as a page and as links for programs. In development also the mailbox and the operators. */
export function landingPage(contract: ContractDocument, reader: Reader) {
  const { language } = reader;
  const development = '/dev/mailbox' in contract.paths;
  const body = html`<h1>${texts.title[language]}</h1>
<p class="lead">${texts.what[language]}</p>
<ul>
<li>${strong(texts.providers[language])}</li>
<li>${strong(texts.operators[language])}</li>
<li>${strong(texts.customers[language])}</li>
</ul>
<p>${texts.badge[language]}</p>
<h2>${texts.open[language]}</h2>
<dl>
${links.map((link) => entry(link, reader))}</dl>
${development && developmentPart(reader)}`;
  const page: Page = { title: texts.title[language], reader, path: '/', body };
  const shown = development ? [...links, mailbox] : links;
  return {
    page,
    links: { title: texts.what[language], links: Object.fromEntries(shown.map(({ name, path }) => [name, path])) },
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
${entry(mailbox, reader)}</dl>
<p>${prose(texts.operatorsThere[language])}</p>
<dl>
${operators.map(([names, what]) => html`<dt><code>${names}</code></dt><dd>${what[language]}</dd>\n`)}</dl>
<p><a href="${`/docs${query}#description/how-to-begin`}">${texts.howTo[language]}</a></p>`;
}

/** What stands between pairs of asterisks is strong. */
function strong(text: string): Html {
  return html`${text.split('**').map((piece, index) => (index % 2 === 1 ? html`<strong>${piece}</strong>` : piece))}`;
}
