import { type Html, html } from '@trust/html/html';

export function jsonBlock(value: unknown): Html {
  return html`<pre class="copy" tabindex="0"><code>${JSON.stringify(value, null, 2)}</code></pre>`;
}
