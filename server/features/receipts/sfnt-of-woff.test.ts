import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create } from 'fontkit'
import { expect, it } from 'vitest'
import { sfntOfWoff } from './sfnt-of-woff.ts'

const require = createRequire(import.meta.url)
const file = (part: string) =>
  readFileSync(require.resolve(`@fontsource/figtree/files/figtree-${part}-normal.woff`))

it.each(['latin-400', 'latin-600', 'latin-ext-400', 'latin-ext-600'])(
  'an unpacked %s covers and draws the same characters',
  (part) => {
    const [packed, unpacked] = [create(file(part)), create(sfntOfWoff(file(part)))]
    const glyphs = (font: typeof packed) =>
      font.characterSet.map((code) => [code, font.glyphForCodePoint(code).path.toSVG()])
    expect(unpacked.characterSet.length).toBeGreaterThan(100)
    expect(glyphs(unpacked)).toEqual(glyphs(packed))
  },
)
