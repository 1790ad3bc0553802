export type Vocabulary = Readonly<Record<string, string>>;
