import { type Html, html } from '@trust/html/html';
import { marked, type Token, type Tokens } from 'marked';

/** Rendered token by token, so that HTML in the text is escaped. Headings link to themselves. */
export function markdown(text: string): Html {
  return html`${marked.lexer(text).map(block)}`;
}

/** The id of a heading: `getting-started` for `Getting started`. */
export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function block(token: Token): Html {
  switch (token.type) {
    case 'heading':
      return html`<h2 id="${slugOf(token.text)}"><a class="self" href="${`#${slugOf(token.text)}`}">${inline(token)}</a></h2>\n`;
    case 'paragraph':
      return html`<p>${inline(token)}</p>\n`;
    case 'code':
      return html`<pre class="copy" tabindex="0"><code>${token.text}</code></pre>\n`;
    case 'list':
      return html`<ul>${(token as Tokens.List).items.map((item) => html`<li>${item.tokens.map(block)}</li>\n`)}</ul>\n`;
    case 'space':
      return html``;
    default:
      return inline(token);
  }
}

function inline(token: Token): Html {
  const tokens = 'tokens' in token ? token.tokens : undefined;
  return html`${tokens?.map(piece) ?? text(token)}`;
}

function piece(token: Token): Html {
  switch (token.type) {
    case 'codespan':
      return html`<code>${token.text}</code>`;
    case 'strong':
      return html`<strong>${inline(token)}</strong>`;
    case 'em':
      return html`<em>${inline(token)}</em>`;
    case 'link':
      return html`<a href="${(token as Tokens.Link).href}">${inline(token)}</a>`;
    default:
      return text(token);
  }
}

function text(token: Token): Html {
  return html`${'text' in token ? String(token.text) : token.raw}`;
}
