/** The used part of fontkit, which ships no types. */
declare module 'fontkit' {
  export interface Font {
    characterSet: number[]
    hasGlyphForCodePoint(codePoint: number): boolean
    glyphForCodePoint(codePoint: number): { path: { toSVG(): string } }
  }
  /** @param file an OpenType, TrueType or WOFF font */
  export function create(file: Buffer): Font
}
