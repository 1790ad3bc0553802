import type { JsonSchema } from '@trust/contracts/description/example';
import { jsonBlock } from '../example-block.ts';
import { type Html, html, prose } from '../html.ts';
import type { Page, Reader } from '../layout.ts';
import { markdown } from '../markdown.ts';
import { schemaFields } from './schema-fields.ts';

/** What the page reads of AsyncAPI 3. */
export type EventsDocument = {
  info: { version: string; description: string };
  operations: Record<string, { action: string; channel: { $ref: string }; 'x-service': string }>;
  components: {
    messages: Record<string, Message>;
    messageTraits: { cloudEvent: { headers: object } };
  };
};
type Message = { summary: string; 'x-ordered': boolean; payload: object; examples: { payload: object }[] };
type Event = Message & { subject: string; sender: string; receivers: string[] };

/** All events: who sends them and who receives them, when, and what they hold. */
export function eventsPage(document: EventsDocument, reader: Reader): Page {
  const all = eventsOf(document);
  const senders = [...new Set(all.map(({ sender }) => sender))];
  const { headers } = document.components.messageTraits.cloudEvent;
  const body = html`<div class="reference" lang="en">
<nav class="contents" aria-label="Contents">
<ul>
<li><a href="#guarantees">Guarantees</a></li>
<li><a href="#envelope">Envelope</a></li>
${senders.map(
  (sender) => html`<li><a href="${`#${sender}`}">${sender}</a><ul>
${all
  .filter((event) => event.sender === sender)
  .map(({ subject }) => html`<li><a href="${`#${subject}`}">${subject.slice(sender.length + 1)}</a></li>\n`)}</ul></li>
`,
)}</ul>
</nav>
<div>
<h1>Events</h1>
<p class="lead">What the services tell one another. It is the only way between them, and each event is a fact that has happened.</p>
<p class="quiet">${all.length} events. For programs: <a href="/api/v1/asyncapi.json">asyncapi.json</a>.</p>
<h2 id="guarantees">Guarantees</h2>
${markdown(document.info.description)}
<ul>
<li>An event is written in the same transaction as the change that it tells of: there is no change without it, and no event without the change.</li>
<li>It arrives at least once. A consumer applies it once: its effect and its <code>ce-id</code> are written together.</li>
<li>Events of one aggregate are applied in the order in which they were committed.</li>
<li>The stream keeps them for 14 days; one that cannot be handled is set aside for <code>npm run events</code>, and the rest goes on.</li>
<li>A <code>.v1</code> only ever grows by optional fields. Whatever else changes is a <code>.v2</code> beside it.</li>
</ul>
<h2 id="envelope">Envelope</h2>
<p>The headers of every message: CloudEvents 1.0 in binary mode, and the trace of the request that caused it.</p>
${schemaFields(headers as JsonSchema)}
${senders.map((sender) => senderSection(sender, all))}
</div>
</div>`;
  return { title: 'Events', reader, path: '/events', body, copying: true };
}

function eventsOf({ operations, components }: EventsDocument): Event[] {
  const all = Object.values(operations);
  const services = (action: string, subject: string) =>
    all
      .filter((operation) => operation.action === action && operation.channel.$ref.endsWith(`/${subject}`))
      .map((operation) => operation['x-service']);
  return Object.entries(components.messages).map(([subject, message]) => ({
    ...message,
    subject,
    sender: services('send', subject)[0] ?? '',
    receivers: services('receive', subject),
  }));
}

function senderSection(sender: string, all: Event[]): Html {
  return html`<section>
<h2 id="${sender}"><a class="self" href="${`#${sender}`}">${sender}</a></h2>
${all.filter((event) => event.sender === sender).map(eventEntry)}
</section>
`;
}

function eventEntry({ subject, summary, sender, receivers, payload, examples, ...event }: Event): Html {
  return html`<article id="${subject}">
<h3><a class="self" href="${`#${subject}`}"><code>${subject}</code></a></h3>
<p>${prose(summary)}</p>
<dl>
<dt>Sent by</dt><dd>${sender}</dd>
<dt>Received by</dt><dd>${receivers.length > 0 ? receivers.join(', ') : 'nobody yet'}</dd>
<dt>Order</dt><dd>${event['x-ordered'] ? 'as committed, within its aggregate' : 'stands alone'}</dd>
</dl>
${schemaFields(payload as JsonSchema)}
<h4>Example</h4>
${jsonBlock(examples[0]?.payload)}
</article>
`;
}
