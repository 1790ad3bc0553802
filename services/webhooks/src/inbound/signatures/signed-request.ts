export type SignedRequest = {
  body: Buffer;
  /** As the sender requested it: scheme, host, path and query. */
  url: string;
  header(name: string): string | undefined;
  /** One, or two during a rotation. */
  secrets: readonly string[];
  now: Date;
};
