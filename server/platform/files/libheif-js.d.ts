declare module 'libheif-js/wasm-bundle.js' {
  export interface HeicImage {
    get_width(): number
    get_height(): number
    is_primary(): boolean
    display(
      target: { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number },
      done: (drawn: unknown) => void,
    ): void
    free(): void
  }
  export interface HeicLibrary {
    HeifDecoder: new () => { decode(bytes: Uint8Array): HeicImage[] }
  }
  const library: HeicLibrary
  export default library
}
