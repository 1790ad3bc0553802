import { type Html, html, prose } from '@trust/html/html';
import { jsonBlock } from '../../page/example-block.ts';
import type { Page, Reader } from '../../page/layout.ts';
import { markdown } from '../../page/markdown.ts';
import { type Schema, schemaFields } from './schema-fields.ts';

export type EventsDocument = {
  info: { version: string; description: string };
  operations: Record<string, { action: string; channel: { $ref: string }; 'x-service': string }>;
  components: {
    messages: Record<string, Message>;
    messageTraits: { cloudEvent: { headers: object } };
  };
};
type Message = { summary: string; 'x-ordered': boolean; payload: object; examples: { payload: object }[] };
type Event = Message & { subject: string; publisher: string; consumers: string[] };

export function eventsPage(document: EventsDocument, reader: Reader): Page {
  const all = eventsOf(document);
  const publishers = [...new Set(all.map(({ publisher }) => publisher))];
  const { headers } = document.components.messageTraits.cloudEvent;
  const body = html`<div class="reference" lang="en">
<nav class="contents" aria-label="Contents">
<ul>
<li><a href="#guarantees">Guarantees</a></li>
<li><a href="#envelope">Envelope</a></li>
${publishers.map(
  (publisher) => html`<li><a href="${`#${publisher}`}">${publisher}</a><ul>
${all
  .filter((event) => event.publisher === publisher)
  .map(
    ({ subject }) => html`<li><a href="${`#${subject}`}">${subject.slice(publisher.length + 1)}</a></li>\n`,
  )}</ul></li>
`,
)}</ul>
</nav>
<div>
<h1>Events</h1>
<p class="lead">For developers of the services of this platform. Apps, portals and other platforms cannot subscribe: they use the <a href="/docs">HTTP API</a>.</p>
<p>Services communicate only by events. Each event is a fact: something that has happened.</p>
<p class="quiet">${all.length} events. Machine-readable: <a href="/api/v1/asyncapi.json">asyncapi.json</a>.</p>
<h2 id="guarantees">Guarantees</h2>
${markdown(document.info.description)}
<ul>
<li>An event is written in the same transaction as its change (transactional outbox): neither exists without the other.</li>
<li>Delivery is at least once. A consumer applies an event once: it stores the <code>ce-id</code> together with the effect.</li>
<li>Events of one aggregate are applied in commit order.</li>
<li>Streams keep events for 14 days. An event that a consumer cannot process becomes a dead letter, and the others continue.</li>
<li>A version only gets new optional fields. Any other change is a new event type <code>.v2</code>.</li>
</ul>
<h2 id="envelope">Envelope</h2>
<p>The headers of every message: CloudEvents 1.0 in binary mode, and the trace context of the request that caused the event.</p>
${schemaFields(headers as Schema)}
${publishers.map((publisher) => publisherSection(publisher, all))}
</div>
</div>`;
  return { title: 'Events', reader, path: '/events', body, hasCopyButtons: true };
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
    publisher: services('send', subject)[0] ?? '',
    consumers: services('receive', subject),
  }));
}

function publisherSection(publisher: string, all: Event[]): Html {
  return html`<section>
<h2 id="${publisher}"><a class="self" href="${`#${publisher}`}">${publisher}</a></h2>
${all.filter((event) => event.publisher === publisher).map(eventEntry)}
</section>
`;
}

function eventEntry({ subject, summary, publisher, consumers, payload, examples, ...event }: Event): Html {
  return html`<article id="${subject}">
<h3><a class="self" href="${`#${subject}`}"><code>${subject}</code></a></h3>
<p>${prose(summary)}</p>
<dl>
<dt>Publisher</dt><dd>${publisher}</dd>
<dt>Consumers</dt><dd>${consumers.length > 0 ? consumers.join(', ') : 'none'}</dd>
<dt>Order</dt><dd>${event['x-ordered'] ? 'commit order within its aggregate' : 'none'}</dd>
</dl>
${schemaFields(payload as Schema)}
<h4>Example</h4>
${jsonBlock(examples[0]?.payload)}
</article>
`;
}
