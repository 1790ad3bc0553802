import { type Html, html } from './html.ts';

export function jsonBlock(value: unknown): Html {
  return html`<pre class="copy" tabindex="0"><code>${JSON.stringify(value, null, 2)}</code></pre>`;
}
