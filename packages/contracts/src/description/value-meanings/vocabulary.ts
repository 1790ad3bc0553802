/** What each value of an enum means. */
export type Vocabulary = Readonly<Record<string, string>>;
