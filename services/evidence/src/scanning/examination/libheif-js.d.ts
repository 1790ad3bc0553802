declare module 'libheif-js/wasm-bundle.js' {
  type Pixels = { width: number; height: number; data: Uint8ClampedArray };
  type HeifImage = {
    get_width(): number;
    get_height(): number;
    display(into: Pixels, done: (decoded: Pixels | null) => void): void;
  };
  const libheif: { HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] } };
  export = libheif;
}
