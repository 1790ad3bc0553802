/** Images that this repository builds; a release names them by digest. */
const ownImage = /^(\$\{IMAGE_PREFIX:-trust\}|trust|trust-test)\//;

export type FloatingImage = { path: string; line: number; image: string };

/** Images of Dockerfiles, Compose files and manifests without `@sha256:`. */
export function floatingImages(path: string, text: string): FloatingImage[] {
  const stages = new Set([...text.matchAll(/^FROM \S+ AS (\S+)/gim)].map(([, name = '']) => name));
  return text.split('\n').flatMap((content, index) => {
    const image = imageOf(content);
    if (!image || isPinned(image) || ownImage.test(image) || image === 'scratch' || stages.has(image)) return [];
    return [{ path, line: index + 1, image }];
  });
}

function imageOf(line: string): string | undefined {
  const [, image] = /^\s*(?:-\s*)?image:\s*["']?([^\s"'#]+)/.exec(line) ?? /^FROM (?:--\S+ )*(\S+)/i.exec(line) ?? [];
  const [, fallback] = /^ARG \w*IMAGE\w*=(\S+)/.exec(line) ?? [];
  // `FROM ${NODE_IMAGE}` uses the default of its ARG, which is a line of its own.
  return fallback ?? (image && /^\$\{?\w+\}?$/.test(image) ? undefined : image);
}

function isPinned(image: string): boolean {
  return /@sha256:[0-9a-f]{64}$/.test(image);
}
