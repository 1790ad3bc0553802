/** The origin of the platform. Throws a `TypeError` that says what to write. */
export function originOf(baseUrl: string): string {
  if (typeof baseUrl !== 'string' || baseUrl.trim() === '')
    throw new TypeError('`baseUrl` is missing. Write the origin of the platform, such as "https://api.example.com".');
  // Not `URL`, of which React Native has only a part.
  const text = baseUrl.trim();
  const scheme = /^https?:\/\//i.exec(text)?.[0] ?? '';
  const host = /^[^/?#]*/.exec(text.slice(scheme.length))?.[0] ?? '';
  const rest = text.slice(scheme.length + host.length);
  if (host.includes('@'))
    throw new TypeError('`baseUrl` has a user or a password. Leave them out: people sign in with `client.signIn`.');
  if (scheme === '') {
    const bare = text.replace(/^([a-z][a-z0-9+.-]*:)?\/\//i, '');
    throw new TypeError(`\`baseUrl\` "${baseUrl}" does not begin with http:// or https://. ${write(bare)}`);
  }
  if (host === '' || /\s/.test(host))
    throw new TypeError(`\`baseUrl\` "${baseUrl}" has no host. Write an origin, such as "https://api.example.com".`);
  if (rest !== '' && rest !== '/')
    throw new TypeError(
      `\`baseUrl\` "${baseUrl}" is more than an origin. Write "${scheme}${host}": the client adds the paths, such as /api/v1.`,
    );
  return scheme.toLowerCase() + host;
}

function write(bare: string): string {
  const host = /^[^/?#]*/.exec(bare)?.[0] ?? '';
  const isLocal = /^(localhost|\d+\.\d+\.\d+\.\d+|\[)/i.test(host);
  return `Write "${isLocal ? 'http' : 'https'}://${host || 'api.example.com'}".`;
}
