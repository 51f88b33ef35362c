/** The used part of fontkit, which ships no types. */
declare module 'fontkit' {
  export interface Font {
    hasGlyphForCodePoint(codePoint: number): boolean
  }
  /** @param file an OpenType, TrueType or WOFF font */
  export function create(file: Buffer): Font
}
